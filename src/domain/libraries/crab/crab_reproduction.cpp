#include "domain/libraries/crab/crab_reproduction.hpp"

#include "domain/reproduction/cpp.hpp"

namespace assay::domain::crabs {
namespace {

using reproduction::element;

mpz_class common_denominator(const LinearExpression& expression) {
  mpz_class common = expression.constant.get_den();
  for (const Rational& coefficient : expression.coefficients) common = lcm(common, coefficient.get_den());
  return common;
}

/// Translates steps to C++ with CRAB's API. CRAB's numbers are integers, and its inequalities `e <= 0`.
class CrabNotation final : public reproduction::CppNotation {
 public:
  explicit CrabNotation(unsigned dimensions) : dimensions_(dimensions) {}

  [[nodiscard]] std::string point(const Point& point) const override {
    std::string text;
    for (const Rational& value : point) text += (text.empty() ? "\"" : ", \"") + value.get_str() + "\"";
    return "{" + text + "}";
  }
  /// The expression multiplied by its common denominator.
  [[nodiscard]] std::string expression(const LinearExpression& expression) const override {
    const mpz_class factor = common_denominator(expression);
    const auto whole = [&](const Rational& value) { return "\"" + Rational(value * factor).get_str() + "\""; };
    std::string text = "linear({";
    for (unsigned i = 0; i < dimensions_; ++i) text += whole(expression.coefficient(i)) + ", ";
    return text + whole(expression.constant) + "})";
  }
  [[nodiscard]] std::string constraint(const Constraint& constraint) const override {
    const std::string left = expression(constraint.expression);
    switch (constraint.relation) {
      case Constraint::Relation::GreaterEqual: return "Condition(-" + left + ", Condition::INEQUALITY)";
      case Constraint::Relation::Greater: return "Condition(-" + left + ", Condition::STRICT_INEQUALITY)";
      case Constraint::Relation::NotEqual: return "Condition(" + left + ", Condition::DISEQUATION)";
      case Constraint::Relation::Congruent:
      case Constraint::Relation::Equal: break;
    }
    return "Condition(" + left + ", Condition::EQUALITY)";
  }
  [[nodiscard]] std::string repetition(const Program& program, const Violation& leak) const override {
    if (!leak.asked.empty())
      return "      leq(" + element(leak.asked.at(0)) + ", " + element(leak.asked.at(1)) + ");\n";
    return step(program.instructions[leak.instruction], leak.instruction);
  }

  [[nodiscard]] std::string change(const std::string& name, const Instruction& instruction) const override {
    const std::string there = "  " + name;
    switch (instruction.operation) {
      case Operation::Assume: return "  add(" + name + ", " + constraint(instruction.constraints.at(0)) + ");\n";
      case Operation::Assign: return set(name, "variables", instruction.assignments.at(0));
      case Operation::ParallelAssign: return parallel(name, instruction.assignments);
      case Operation::Substitute: return substitute(name, instruction.assignments.at(0));
      case Operation::Forget: return there + " -= variables[" + std::to_string(instruction.dimension) + "];\n";
      case Operation::Resize:
        return there + ".expand(variables.back(), spares[0]);\n" + there + ".project(variables);\n";
      case Operation::Canonicalize: return there + ".normalize();\n" + there + ".minimize();\n";
      case Operation::IsBottom: return "  is_bottom(" + name + ");\n";
      case Operation::IsTop: return "  is_top(" + name + ");\n";
      case Operation::Bounds: return bounds(name, instruction.assignments.at(0).expression);
      case Operation::Satisfies:
        return "  satisfies(" + name + ", " + constraint(instruction.constraints.at(0)) + ");\n";
      case Operation::Print: return "  {\n    crab::crab_string_os text;\n    " + name + ".write(text);\n  }\n";
      default: return "";
    }
  }
  [[nodiscard]] std::string extrapolation(Operation operation) const override {
    return operation == Operation::Widen ? "return left || right;" : "return left && right;";
  }
  [[nodiscard]] std::string_view expression_type() const override { return "Linear"; }
  [[nodiscard]] std::string_view constraint_type() const override { return "Condition"; }

  /// The statements that define the instruction's element.
  [[nodiscard]] std::string step(const Instruction& instruction, std::size_t number) const {
    const std::string name = element(number);
    const auto argument = [&](std::size_t i) { return element(instruction.elements.at(i)); };
    const auto between = [&](const char* sign) {
      return "  Domain " + name + "(" + argument(0) + sign + argument(1) + ");\n";
    };
    switch (instruction.operation) {
      case Operation::Top: return "  Domain " + name + " = top();\n";
      case Operation::Bottom: return "  Domain " + name + " = bottom();\n";
      case Operation::Join: return between(" | ");
      case Operation::Meet: return between(" & ");
      case Operation::Widen: return between(" || ");
      case Operation::Narrow: return between(" && ");
      case Operation::Constraints: return "  Domain " + name + " = reimported(" + argument(0) + ");\n";
      default: return "  Domain " + name + "(" + argument(0) + ");\n" + change(name, instruction);
    }
  }

 private:
  static bool is_whole(const LinearExpression& expression) { return common_denominator(expression) == 1; }
  /// An assignment. If the expression has fractions, the variable is forgotten instead.
  [[nodiscard]] std::string set(const std::string& name, const std::string& of, const Assignment& to) const {
    const std::string variable = of + "[" + std::to_string(to.dimension) + "]";
    if (!is_whole(to.expression)) return "  " + name + " -= " + variable + ";\n";
    return "  " + name + ".assign(" + variable + ", " + expression(to.expression) + ");\n";
  }
  [[nodiscard]] std::string parallel(const std::string& name, const std::vector<Assignment>& all) const {
    std::string text;
    for (const Assignment& each : all) text += set(name, "spares", each);
    for (const Assignment& each : all) {
      const std::string place = "[" + std::to_string(each.dimension) + "]";
      text += "  " + name + ".assign(variables" + place + ", Linear(spares" + place + "));\n  " + name + " -= spares" +
              place + ";\n";
    }
    return text;
  }
  [[nodiscard]] std::string substitute(const std::string& name, const Assignment& assignment) const {
    if (!is_whole(assignment.expression)) return set(name, "variables", assignment);
    return "  " + name + ".backward_assign(variables[" + std::to_string(assignment.dimension) + "], " +
           expression(assignment.expression) + ", top());\n";
  }
  [[nodiscard]] std::string bounds(const std::string& name, const LinearExpression& of) const {
    return is_whole(of) ? "  bounds(" + name + ", " + expression(of) + ");\n" : "";
  }

  unsigned dimensions_;
};

std::string main_text(const Contract& contract, const Program& program, std::span<const Violation> violations) {
  const CrabNotation notation(program.dimensions);
  std::string body = reproduction::opening(violations) +
                     "  for (std::size_t i = 0; i < n; ++i) {\n"
                     "    variables.emplace_back(factory[\"x\" + std::to_string(i)], crab::INT_TYPE, 64);\n"
                     "    spares.emplace_back(factory[\"t\" + std::to_string(i)], crab::INT_TYPE, 64);\n"
                     "  }\n";
  for (std::size_t i = 0; i < program.instructions.size(); ++i)
    body += notation.step(program.instructions[i], i) + reproduction::floats_text(i, violations) + "  show(\"" +
            element(i) + "\", " + element(i) + ");\n";
  body += findings_text(program, violations, notation);
  for (std::size_t i = 0; i < program.checks.size(); ++i) {
    const Law* const row = law(program.checks[i].law);
    if (row == nullptr || !applies(*row, contract)) continue;
    body += check_text(program.checks[i], contract, program.dimensions, notation) +
            reproduction::floats_text(program.instructions.size() + i, violations);
  }
  return body + reproduction::asked_text(program, contract, violations);
}

}  // namespace

std::string reproduce(const CppText& domain, const Contract& contract, const Program& program,
                      std::span<const Violation> violations, std::string_view note) {
  using reproduction::functions;
  constexpr std::string_view kFile = "crab.cc";
  const std::string body = main_text(contract, program, violations);
  const std::string_view contains = contract.operations.has(Operation::Contains) ? "by meeting" : "by constraints";
  const std::string called =
      reproduction::functions_for(body, {functions("common.c", "common"), functions(kFile, "basic"),
                                         functions(kFile, contains), functions("laws.cc", "laws")});
  std::string compile(kCompile);
  compile.replace(compile.find("{file}"), 6, "reproduction.cpp");
  return reproduction::comment(note) + "// " + contract.name + " of CRAB " + contract.version +
         ". It exits with 1 where something is violated:\n// " + compile + " && ./a.out\n" +
         std::string(domain.includes) + reproduction::text_of(kFile, "beginning") +
         "using Domain = " + std::string(domain.type) +
         ";\n\nconst std::size_t n = " + std::to_string(program.dimensions) +
         ";\nconst std::size_t most_steps = " + std::to_string(contract.most_steps) + ";\n" +
         reproduction::text_of(kFile, "variables") + "\n" + reproduction::cpp_frame("text_of(copy)") + called +
         "int main() {\n" + body + "  return violated ? 1 : 0;\n}\n";
}

}  // namespace assay::domain::crabs
