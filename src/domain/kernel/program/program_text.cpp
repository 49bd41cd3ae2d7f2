#include <string>

#include "assay/base/check.hpp"
#include "assay/domain/law.hpp"
#include "assay/domain/program.hpp"
#include "domain/kernel/element/operation_table.hpp"

namespace assay::domain {
namespace {

std::string written(const Assignment& assignment) {
  return "x" + std::to_string(assignment.dimension) + " := " + to_text(assignment.expression);
}

std::string listed(const std::vector<unsigned>& elements) {
  std::string text;
  for (const unsigned element : elements) text += " a" + std::to_string(element);
  return text;
}

std::string extra_text(const Instruction& instruction, Extra extra) {
  switch (extra) {
    case Extra::Constraint: return ", " + to_text(instruction.constraints.at(0));
    case Extra::Expression: return ", " + to_text(instruction.assignments.at(0).expression);
    case Extra::Dimension: return ", x" + std::to_string(instruction.dimension);
    case Extra::Way: return ", " + std::to_string(instruction.way);
    case Extra::Rays: {
      std::string text;
      for (const Ray& ray : instruction.rays)
        text += (text.empty() ? ", " : "; ") + std::string(ray.is_line ? "line " : "ray ") + to_text(ray.direction);
      return text;
    }
    case Extra::State: return " " + to_text(instruction.point);
    case Extra::Assignment:
    case Extra::Assignments: {
      std::string text;
      for (const Assignment& assignment : instruction.assignments)
        text += (text.empty() ? ", " : "; ") + written(assignment);
      return text;
    }
    case Extra::General:
      return ", x" + std::to_string(instruction.dimension) + " := " + to_text(instruction.expression);
    case Extra::GeneralCondition:
      return ", " + to_text(instruction.expression) + std::string(to_text(instruction.relation));
    case Extra::Transformer:
    case Extra::None: break;
  }
  return "";
}

std::string written(const Instruction& instruction, const std::vector<ValueTransformer>& transformers) {
  if (instruction.operation == Operation::Transform)
    return "transform " + std::string(transformers.at(instruction.transformer).name) + listed(instruction.elements);
  const OperationSignature& row = signature(instruction.operation);
  ASSAY_CHECK(row.use != Use::Question, "an operation that is no instruction");
  return std::string(row.name) + listed(instruction.elements) + extra_text(instruction, row.extra);
}

}  // namespace

std::string to_text(const Program& program, const std::vector<ValueTransformer>& transformers) {
  std::string text = "dimensions " + std::to_string(program.dimensions) + "\n";
  if (program.exact) text += "exact\n";
  if (program.planted) text += "planted\n";
  if (program.repeat) text += "repeat\n";
  if (program.sweep > 0) text += "sweep " + std::to_string(program.sweep) + "\n";
  for (const Point& point : program.points) text += "point " + to_text(point) + "\n";
  for (std::size_t i = 0; i < program.instructions.size(); ++i)
    text += "a" + std::to_string(i) + " = " + written(program.instructions[i], transformers) + "\n";
  for (const Check& check : program.checks) {
    text += "check " + std::to_string(check.law) + listed(check.elements);
    const Law* row = law(check.law);
    if (row != nullptr && row->assignment) text += "; " + written(check.assignment);
    if (row != nullptr && row->condition) text += "; if " + to_text(check.condition);
    if (!check.chain.empty()) text += "; with" + listed(check.chain);
    text += "\n";
  }
  return text;
}

}  // namespace assay::domain
