#include "shape.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

#include "assay/domain/law.hpp"

namespace assay::domain {
namespace {

/// Names dimensions x, y, z, w in the order of their first use in a step; all further ones v.
class Letters {
 public:
  explicit Letters(std::optional<unsigned> first = std::nullopt) {
    if (first) seen_.push_back(*first);
  }

  std::string_view of(unsigned dimension) {
    constexpr std::array<std::string_view, 4> kLetters = {"x", "y", "z", "w"};
    const auto place = std::find(seen_.begin(), seen_.end(), dimension);
    const auto number = static_cast<std::size_t>(place - seen_.begin());
    if (place == seen_.end()) seen_.push_back(dimension);
    return number < kLetters.size() ? kLetters[number] : "v";
  }
  [[nodiscard]] bool is_first(unsigned dimension) const { return !seen_.empty() && seen_.front() == dimension; }

 private:
  std::vector<unsigned> seen_;
};

/// The shape of a linear expression. Signs distinguish sums from differences of two dimensions; with more dimensions
/// they are omitted, because they would not distinguish causes.
std::string linear_shape(const LinearExpression& expression, Letters& letters) {
  std::vector<unsigned> support = expression.support();
  if (support.empty()) return "c";
  std::stable_partition(support.begin(), support.end(), [&](unsigned one) { return letters.is_first(one); });
  const auto sign = [&](std::size_t i) { return sgn(expression.coefficient(support[i])); };
  const bool differ = support.size() == 2 && sign(0) != sign(1);
  std::string text;
  for (const unsigned dimension : support)
    text += (text.empty() ? "" : differ ? " - " : " + ") + std::string(letters.of(dimension));
  return text;
}

/// The shape of an expression tree. Recursion is safe, because parse_general limits the depth.
std::string general_shape(const Expression& expression, Letters& letters) {
  const auto both = [&](std::string_view sign) {
    std::string left = general_shape(expression.arguments.at(0), letters);
    return "(" + std::move(left) + std::string(sign) + general_shape(expression.arguments.at(1), letters) + ")";
  };
  switch (expression.kind) {
    case Expression::Kind::Interval: return expression.low == expression.high ? "c" : "[c, c]";
    case Expression::Kind::Dimension: return std::string(letters.of(expression.dimension));
    case Expression::Kind::Add: return both(" + ");
    case Expression::Kind::Subtract: return both(" - ");
    case Expression::Kind::Multiply: return both(" * ");
    case Expression::Kind::Divide: break;
  }
  return both(" / ");
}

std::string assignment_shape(const Assignment& assignment) {
  Letters letters(assignment.dimension);
  return "x := " + linear_shape(assignment.expression, letters);
}

std::string constraint_shape(const Constraint& constraint) {
  Letters letters;
  return linear_shape(constraint.expression, letters) + std::string(to_text(constraint.relation)) +
         (constraint.modulus ? " mod c" : "");
}

std::string step_shape(const Instruction& step, const std::vector<ValueTransformer>& transformers) {
  if (step.operation == Operation::Transform) return "transform " + std::string(transformers.at(step.transformer).name);
  std::string text(name(step.operation));
  if (step.operation == Operation::AssignExpression) {
    Letters letters(step.dimension);
    return text + " x := " + general_shape(step.expression, letters);
  }
  if (step.operation == Operation::AssumeExpression) {
    Letters letters;
    return text + " " + general_shape(step.expression, letters) + std::string(to_text(step.relation));
  }
  if (step.operation == Operation::Loosen) return text + " " + std::to_string(step.way);
  std::set<std::string> parts;
  for (const Ray& ray : step.rays) {
    Letters letters;
    parts.insert((ray.is_line ? "line " : "ray ") + linear_shape({ray.direction, {}}, letters));
  }
  for (const Assignment& assignment : step.assignments) parts.insert(assignment_shape(assignment));
  for (const Constraint& constraint : step.constraints) parts.insert(constraint_shape(constraint));
  std::string_view separator = " ";
  for (const std::string& part : parts) {
    text += std::string(separator) + part;
    separator = ", ";
  }
  return text;
}

std::string check_shape(const Check& check) {
  std::string text = "law " + std::to_string(check.law);
  const Law* const row = law(check.law);
  if (row != nullptr && row->assignment) text += " " + assignment_shape(check.assignment);
  if (row != nullptr && row->condition) text += " " + constraint_shape(check.condition);
  return text;
}

/// Marks the roots and the steps from which they are made; all steps if `roots` is empty.
std::vector<bool> needed_for(const Program& program, const std::vector<std::size_t>& roots) {
  const std::size_t instructions = program.instructions.size();
  std::vector<bool> needed(instructions + program.checks.size(), roots.empty());
  for (const std::size_t root : roots)
    if (root < needed.size()) needed[root] = true;
  const auto need = [&](const std::vector<unsigned>& elements) {
    for (const unsigned element : elements) needed[element] = true;
  };
  for (std::size_t i = 0; i < program.checks.size(); ++i) {
    if (!needed[instructions + i]) continue;
    need(program.checks[i].elements);
    need(program.checks[i].chain);
  }
  // Arguments are earlier elements.
  for (std::size_t i = instructions; i-- > 0;)
    if (needed[i]) need(program.instructions[i].elements);
  return needed;
}

}  // namespace

std::vector<std::string> shape_of(const Program& program, const std::vector<ValueTransformer>& transformers,
                                  const std::vector<std::size_t>& roots) {
  const std::vector<bool> needed = needed_for(program, roots);
  const std::size_t instructions = program.instructions.size();
  std::set<std::string> lines;
  for (std::size_t i = 0; i < instructions; ++i)
    if (needed[i]) lines.insert(step_shape(program.instructions[i], transformers));
  for (std::size_t i = 0; i < program.checks.size(); ++i)
    if (needed[instructions + i]) lines.insert(check_shape(program.checks[i]));
  return {lines.begin(), lines.end()};
}

}  // namespace assay::domain
