#include "domain/libraries/level0/c_steps.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "domain/reproduction/texts.hpp"

namespace assay::domain::level0 {
namespace {

using reproduction::element;

std::string quoted(const Rational& number) { return "\"" + number.get_str() + "\""; }

std::string_view relation_text(Constraint::Relation relation) {
  switch (relation) {
    case Constraint::Relation::Greater: return "AP_CONS_SUP";
    case Constraint::Relation::Equal: return "AP_CONS_EQ";
    case Constraint::Relation::NotEqual: return "AP_CONS_DISEQ";
    case Constraint::Relation::Congruent: return "AP_CONS_EQMOD";
    case Constraint::Relation::GreaterEqual: break;
  }
  return "AP_CONS_SUPEQ";
}

/// The condition on an expression, given as C text.
std::string condition_text(const std::string& expression, const Constraint& condition) {
  if (condition.modulus) return "congruence(" + expression + ", " + quoted(*condition.modulus) + ")";
  return "constraint(" + expression + ", " + std::string(relation_text(condition.relation)) + ")";
}

std::string tree_text(const Expression& from) {
  using Kind = Expression::Kind;
  const auto pair = [&](const char* operation) {
    return "binary(AP_TEXPR_" + std::string(operation) + ", " + tree_text(from.arguments.at(0)) + ", " +
           tree_text(from.arguments.at(1)) + ")";
  };
  switch (from.kind) {
    case Kind::Interval:
      return from.low == from.high ? "number(" + quoted(from.low) + ")"
                                   : "range(" + quoted(from.low) + ", " + quoted(from.high) + ")";
    case Kind::Dimension: return "ap_texpr0_dim(" + std::to_string(from.dimension) + ")";
    case Kind::Add: return pair("ADD");
    case Kind::Subtract: return pair("SUB");
    case Kind::Multiply: return pair("MUL");
    case Kind::Divide: break;
  }
  return pair("DIV");
}

/// The C text that makes an element: a call and the variables that it uses.
struct Call {
  std::vector<std::pair<std::string, std::string>> linear;  ///< names and values
  std::vector<std::pair<std::string, std::string>> trees;
  std::string before;  ///< further statements
  std::string call;
};

std::string ranges_text(const IntervalLinear& expression, unsigned dimensions) {
  const auto pair = [](const Rational& low, const Rational& high) { return quoted(low) + ", " + quoted(high); };
  std::string text = "ranges(";
  for (unsigned i = 0; i < dimensions; ++i)
    text += pair(expression.low.coefficient(i), expression.high.coefficient(i)) + ", ";
  return text + pair(expression.low.constant, expression.high.constant) + ")";
}

/// The call for AssignExpression or AssumeExpression.
Call with_general_expression(const Instruction& instruction, const std::string& e, const Asking& asking) {
  const bool assigns = instruction.operation == Operation::AssignExpression;
  const bool may_have_ranges = assigns ? asking.assigns_ranges : asking.assumes_ranges;
  const auto ranges = may_have_ranges ? interval_linear(instruction.expression) : std::nullopt;
  Call made;
  if (ranges) {
    made.linear.emplace_back(e, ranges_text(*ranges, asking.dimensions));
  } else {
    made.trees.emplace_back(e, tree_text(instruction.expression));
  }
  const std::string suffix = ranges ? "_ranges(" : "_tree(";
  const std::string first = element(instruction.elements.at(0));
  if (assigns) {
    made.call = "assigned" + suffix + first + ", " + std::to_string(instruction.dimension) + ", " + e + ")";
  } else {
    made.call = "assumed" + suffix + first + ", " + e + ", " + std::string(relation_text(instruction.relation)) + ")";
  }
  return made;
}

Call with_expressions(const Instruction& instruction, std::size_t number, const Asking& asking) {
  const unsigned dimensions = asking.dimensions;
  const std::string first = element(instruction.elements.at(0));
  const std::string e = "e" + std::to_string(number);
  const auto at = [&](unsigned dimension) { return ", " + std::to_string(dimension) + ", "; };
  Call made;
  switch (instruction.operation) {
    case Operation::Assign:
    case Operation::Substitute: {
      const Assignment& step = instruction.assignments.at(0);
      made.linear.emplace_back(e, linear_text(step.expression, dimensions));
      made.call = (instruction.operation == Operation::Assign ? "assigned(" : "substituted(") + first +
                  at(step.dimension) + e + ")";
      break;
    }
    case Operation::Bounds:
      made.linear.emplace_back(e, linear_text(instruction.assignments.at(0).expression, dimensions));
      made.call = "after_bounds(" + first + ", " + e + ")";
      break;
    case Operation::Assume:
    case Operation::Satisfies: {
      const Constraint& condition = instruction.constraints.at(0);
      made.linear.emplace_back(e, linear_text(condition.expression, dimensions));
      made.call = (instruction.operation == Operation::Assume ? "assumed(" : "after_satisfies(") + first + ", " +
                  condition_text(e, condition) + ")";
      break;
    }
    default: return with_general_expression(instruction, e, asking);
  }
  return made;
}

Call parallel(const Instruction& instruction, std::size_t number, unsigned dimensions) {
  const std::string suffix = std::to_string(number);
  Call made;
  std::string places;
  std::string values;
  for (std::size_t i = 0; i < instruction.assignments.size(); ++i) {
    const std::string e = "e" + suffix + "_" + std::to_string(i);
    made.linear.emplace_back(e, linear_text(instruction.assignments[i].expression, dimensions));
    places += (i > 0 ? ", " : "") + std::to_string(instruction.assignments[i].dimension);
    values += (i > 0 ? ", " : "") + e;
  }
  made.before =
      "ap_dim_t d" + suffix + "[] = {" + places + "};\nap_linexpr0_t* to" + suffix + "[] = {" + values + "};\n";
  made.call = "assigned_all(" + element(instruction.elements.at(0)) + ", " +
              std::to_string(instruction.assignments.size()) + ", d" + suffix + ", to" + suffix + ")";
  return made;
}

Call rays(const Instruction& instruction, std::size_t number, unsigned dimensions) {
  const std::string suffix = std::to_string(number);
  Call made;
  std::string generators;
  for (std::size_t i = 0; i < instruction.rays.size(); ++i) {
    const Ray& ray = instruction.rays[i];
    const std::string e = "e" + suffix + "_" + std::to_string(i);
    made.linear.emplace_back(e, linear_text({ray.direction, {}}, dimensions));
    generators += (i > 0 ? ", {" : "{") + e + (ray.is_line ? ", AP_GEN_LINE}" : ", AP_GEN_RAY}");
  }
  made.before = "ap_generator0_t rays" + suffix + "[] = {" + generators + "};\n";
  made.call = "with_rays(" + element(instruction.elements.at(0)) + ", " + std::to_string(instruction.rays.size()) +
              ", rays" + suffix + ")";
  return made;
}

std::string_view function_of(Operation operation) {
  switch (operation) {
    case Operation::Top: return "top";
    case Operation::Bottom: return "bottom";
    case Operation::Join: return "join";
    case Operation::Meet: return "meet";
    case Operation::Widen: return "widen";
    case Operation::Narrow: return "narrow";
    case Operation::Close: return "closed";
    case Operation::Generators: return "regenerated";
    case Operation::Resize: return "resized";
    case Operation::Canonicalize: return "canonical";
    case Operation::Constraints: return "reimported";
    case Operation::IsBottom: return "after_is_bottom";
    case Operation::IsTop: return "after_is_top";
    case Operation::Print: return "after_print";
    default: return "copy";
  }
}

Call call_of(const Instruction& instruction, std::size_t number, const Asking& asking) {
  switch (instruction.operation) {
    case Operation::Assign:
    case Operation::Substitute:
    case Operation::Bounds:
    case Operation::Assume:
    case Operation::Satisfies:
    case Operation::AssignExpression:
    case Operation::AssumeExpression: return with_expressions(instruction, number, asking);
    case Operation::ParallelAssign: return parallel(instruction, number, asking.dimensions);
    case Operation::AddRays: return rays(instruction, number, asking.dimensions);
    case Operation::Loosen:
      return {
          {}, {}, "", "loosened(" + element(instruction.elements.at(0)) + ", " + std::to_string(instruction.way) + ")"};
    case Operation::Forget:
      return {{},
              {},
              "",
              "forgotten(" + element(instruction.elements.at(0)) + ", " + std::to_string(instruction.dimension) + ")"};
    default: break;
  }
  std::string arguments;
  for (const unsigned argument : instruction.elements) arguments += (arguments.empty() ? "" : ", ") + element(argument);
  return {{}, {}, "", std::string(function_of(instruction.operation)) + "(" + arguments + ")"};
}

/// The statements before the call, each indented by `space`.
std::string preparation(const Call& call, const std::string& space) {
  std::string text;
  for (const auto& [name, value] : call.linear) text += space + "ap_linexpr0_t* const " + name + " = " + value + ";\n";
  for (const auto& [name, value] : call.trees) text += space + "ap_texpr0_t* const " + name + " = " + value + ";\n";
  std::string_view rest = call.before;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n') + 1;
    text += space + std::string(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  return text;
}

}  // namespace

std::string linear_text(const LinearExpression& expression, unsigned dimensions) {
  std::string text = "linear(";
  for (unsigned i = 0; i < dimensions; ++i) text += quoted(expression.coefficient(i)) + ", ";
  return text + quoted(expression.constant) + ")";
}

std::string constraint_text(const Constraint& constraint, unsigned dimensions) {
  return condition_text(linear_text(constraint.expression, dimensions), constraint);
}

std::string point_text(const Point& point) {
  std::string text;
  for (const Rational& value : point) text += (text.empty() ? "" : ", ") + quoted(value);
  return "point(" + text + ")";
}

std::string instruction_text(const Instruction& instruction, std::size_t number, const Asking& asking) {
  const Call call = call_of(instruction, number, asking);
  return preparation(call, "  ") + "  const Domain " + element(number) + " = " + call.call + ";\n";
}

std::string repetition_text(const Instruction& instruction, std::size_t number, const Asking& asking) {
  const Call call = call_of(instruction, number, asking);
  std::string text = preparation(call, "      ") + "      ap_abstract0_free(man, " + call.call + ");\n";
  for (const auto& [name, value] : call.linear) text += "      ap_linexpr0_free(" + name + ");\n";
  for (const auto& [name, value] : call.trees) text += "      ap_texpr0_free(" + name + ");\n";
  return text;
}

}  // namespace assay::domain::level0
