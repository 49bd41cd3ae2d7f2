#include "domain/libraries/ppl/steps.hpp"

#include <algorithm>

namespace assay::domain::ppl {
namespace {

/// A number as a C++ expression for a PPL coefficient.
std::string number_text(const mpz_class& number) {
  const mpz_class most = 2147483647;
  return abs(number) <= most ? number.get_str() : "Coefficient(\"" + number.get_str() + "\")";
}

mpz_class common_denominator(const std::vector<Rational>& values, const Rational& first) {
  mpz_class common = first.get_den();
  for (const Rational& value : values) common = lcm(common, value.get_den());
  return common;
}

/// A linear expression in C++. Its type is always Linear_Expression, also for a single number or variable.
std::string sum_text(const std::vector<Rational>& coefficients, const Rational& constant, const mpz_class& factor) {
  std::string text;
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (sgn(coefficients[i]) == 0) continue;
    const mpz_class value = coefficients[i].get_num() * (factor / coefficients[i].get_den());
    const bool negative = sgn(value) < 0 && !text.empty();
    text += text.empty() ? "" : negative ? " - " : " + ";
    text += number_text(negative ? mpz_class(-value) : value) + "*x" + std::to_string(i);
  }
  const mpz_class rest = constant.get_num() * (factor / constant.get_den());
  if (text.empty()) return "Linear_Expression(" + number_text(rest) + ")";
  if (sgn(rest) == 0) return text;
  return text + (sgn(rest) < 0 ? " - " + number_text(mpz_class(-rest)) : " + " + number_text(rest));
}

/// Replaces `left` and `right` in the text by the names of two elements.
std::string on(std::string_view text, const std::string& left, const std::string& right) {
  std::string result(text);
  const auto replace = [&result](const std::string& from, const std::string& to) {
    for (std::size_t at = result.find(from); at != std::string::npos; at = result.find(from, at + to.size()))
      result.replace(at, from.size(), to);
  };
  replace("right", right);
  replace("left", left);
  return result;
}

std::string bounds_text(const std::string& name, const LinearExpression& expression) {
  const std::string of = scaled_text(expression).first;
  return "  {\n    Coefficient above, below;\n    bool attained;\n    " + name + ".maximize(" + of +
         ", above, below, attained);\n    " + name + ".minimize(" + of + ", above, below, attained);\n  }\n";
}

/// The statements of AddRays. They make an element of the same type from the rays.
std::string rays_text(const std::string& name, const std::vector<Ray>& rays) {
  std::string text =
      "  {\n    Generator_System rays(point(0*x" + std::to_string(rays.at(0).direction.size() - 1) + "));\n";
  for (const Ray& ray : rays)
    text += std::string("    rays.insert(") + (ray.is_line ? "line(" : "ray(") +
            sum_text(ray.direction, 0, common_denominator(ray.direction, 0)) + "));\n";
  return text + "    " + name + ".time_elapse_assign(Domain(C_Polyhedron(rays)));\n  }\n";
}

/// The call for AssignExpression, whose expression lies between two linear ones.
std::string bounded_image(const Instruction& instruction) {
  const auto [low, high] = *linear_ends(instruction.expression);
  const mpz_class factor =
      lcm(common_denominator(low.coefficients, low.constant), common_denominator(high.coefficients, high.constant));
  return "bounded_affine_image(x" + std::to_string(instruction.dimension) + ", " +
         sum_text(low.coefficients, low.constant, factor) + ", " + sum_text(high.coefficients, high.constant, factor) +
         ", " + number_text(factor) + ");";
}

std::string image(std::string_view function, const Assignment& assignment) {
  const auto [expression, factor] = scaled_text(assignment.expression);
  return std::string(function) + "(x" + std::to_string(assignment.dimension) + ", " + expression + ", " + factor + ");";
}

std::string parallel(const std::string& name, const std::vector<Assignment>& assignments) {
  std::string text = name + ".add_space_dimensions_and_embed(" + std::to_string(assignments.size()) + ");";
  const auto next = [](std::size_t i) { return "Variable(n + " + std::to_string(i) + ")"; };
  for (std::size_t i = 0; i < assignments.size(); ++i) {
    const auto [expression, factor] = scaled_text(assignments[i].expression);
    text += "\n  " + name + ".affine_image(" + next(i) + ", " + expression + ", " + factor + ");";
  }
  for (std::size_t i = 0; i < assignments.size(); ++i)
    text += "\n  " + name + ".affine_image(x" + std::to_string(assignments[i].dimension) + ", Linear_Expression(" +
            next(i) + "));";
  return text + "\n  " + name + ".remove_higher_space_dimensions(n);";
}

std::string condition_text(const Constraint& condition) {
  if (!condition.modulus) return "refine_with_constraint(" + constraint_text(condition) + ");";
  const LinearExpression& left = condition.expression;
  const mpz_class factor = lcm(common_denominator(left.coefficients, left.constant), condition.modulus->get_den());
  return "refine_with_congruence((" + sum_text(left.coefficients, left.constant, factor) + " %= 0) / " +
         number_text(mpz_class(*condition.modulus * factor)) + ");";
}

/// The statements that change a copy of the first argument, without Row::settling. Empty for Copy.
std::string bare_change(const std::string& name, const Instruction& instruction) {
  const auto call = [&name](const std::string& what) { return "  " + name + "." + what + "\n"; };
  const auto argument = [&](std::size_t i) { return element(instruction.elements.at(i)); };
  switch (instruction.operation) {
    case Operation::Join: return call("upper_bound_assign(" + argument(1) + ");");
    case Operation::Meet: return call("intersection_assign(" + argument(1) + ");");
    case Operation::Assume: return call(condition_text(instruction.constraints.at(0)));
    case Operation::Assign: return call(image("affine_image", instruction.assignments.at(0)));
    case Operation::Substitute: return call(image("affine_preimage", instruction.assignments.at(0)));
    case Operation::ParallelAssign: return "  " + parallel(name, instruction.assignments) + "\n";
    case Operation::AssignExpression: return call(bounded_image(instruction));
    case Operation::Forget: return call("unconstrain(x" + std::to_string(instruction.dimension) + ");");
    case Operation::AddRays: return rays_text(name, instruction.rays);
    case Operation::Resize:
      return call("add_space_dimensions_and_embed(1);") + call("remove_higher_space_dimensions(n);");
    case Operation::Canonicalize: return "  canonicalize(" + name + ");\n";
    case Operation::IsBottom: return call("is_empty();");
    case Operation::IsTop: return call("is_universe();");
    case Operation::Bounds: return bounds_text(name, instruction.assignments.at(0).expression);
    case Operation::Satisfies: return call("relation_with(" + constraint_text(instruction.constraints.at(0)) + ");");
    case Operation::Print: return "  {\n    std::ostringstream text;\n    text << " + name + ";\n  }\n";
    default: return "";
  }
}

}  // namespace

std::pair<std::string, std::string> scaled_text(const LinearExpression& expression) {
  const mpz_class factor = common_denominator(expression.coefficients, expression.constant);
  return {sum_text(expression.coefficients, expression.constant, factor), number_text(factor)};
}

std::string constraint_text(const Constraint& constraint) {
  std::string_view relation = " >= 0";
  if (constraint.relation == Constraint::Relation::Greater) relation = " > 0";
  if (constraint.relation == Constraint::Relation::Equal) relation = " == 0";
  return scaled_text(constraint.expression).first + std::string(relation);
}

std::string point_arguments(const Point& point) {
  const mpz_class factor = common_denominator(point, 0);
  // Always name the last dimension, so that the point has all dimensions.
  std::string text = sum_text(point, 0, factor);
  if (!point.empty()) text += " + 0*x" + std::to_string(point.size() - 1);
  return text + ", " + number_text(factor);
}

namespace {

/// The statements that define the instruction's element, without Row::settling.
std::string bare_text(const Row& row, unsigned number, const Instruction& instruction) {
  const std::string name = element(number);
  const auto argument = [&](std::size_t i) { return element(instruction.elements.at(i)); };
  switch (instruction.operation) {
    case Operation::Top: return "  Domain " + name + "(n, UNIVERSE);\n";
    case Operation::Bottom: return "  Domain " + name + "(n, EMPTY);\n";
    case Operation::Abstract: return "  Domain " + name + " = best(" + point_arguments(instruction.point) + ");\n";
    case Operation::Widen:
      return "  Domain " + name + "(" + argument(1) + ");\n  " + on(row.widening, argument(0), name) + "\n";
    case Operation::Narrow:
      return "  Domain " + name + "(" + argument(1) + ");\n  " + on(row.narrowing, argument(0), name) + "\n";
    case Operation::Constraints:
      return "  Domain " + name + "(n, UNIVERSE);\n  for (const Constraint& one : constraints_of(" + argument(0) +
             "))\n    " + name + ".refine_with_constraint(one);\n";
    default: return "  Domain " + name + "(" + argument(0) + ");\n" + bare_change(name, instruction);
  }
}

/// Appends Row::settling to the statements.
std::string settled(const Row& row, const std::string& name, const std::string& text) {
  return row.settling.empty() ? text : text + "  " + name + "." + std::string(row.settling) + "\n";
}

}  // namespace

std::string change_text(const Row& row, const std::string& name, const Instruction& instruction) {
  return settled(row, name, bare_change(name, instruction));
}

std::string instruction_text(const Row& row, unsigned number, const Instruction& instruction) {
  return settled(row, element(number), bare_text(row, number, instruction));
}

}  // namespace assay::domain::ppl
