#include "domain/reproduction/cpp.hpp"

#include <optional>
#include <vector>

#include "assay/domain/law.hpp"

namespace assay::domain::reproduction {
namespace {

std::string indented(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    text += "    " + std::string(lines.substr(0, end));
    lines.remove_prefix(end);
  }
  return text;
}

Instruction step(Operation operation, std::vector<Assignment> assignments) {
  Instruction instruction;
  instruction.operation = operation;
  instruction.assignments = std::move(assignments);
  return instruction;
}

/// Definitions of the functions on elements, such as `assign`, that the condition calls.
std::string transformers(const Check& check, std::string_view condition, unsigned dimensions,
                         const CppNotation& notation) {
  std::string text;
  const auto function = [&](std::string_view name, const Instruction& instruction) {
    if (!calls(condition, name)) return;
    text += "    const auto " + std::string(name) + " = [&](const Domain& of) {\n      Domain result(of);\n" +
            indented(notation.change("result", instruction)) + "      return result;\n    };\n";
  };
  const Assignment& assignment = check.assignment;
  Assignment itself{assignment.dimension, {}};
  itself.expression.coefficients.resize(assignment.dimension + 1);
  itself.expression.coefficients[assignment.dimension] = 1;
  std::vector<Assignment> both = {assignment};
  if (dimensions > 1) both.push_back({(assignment.dimension + 1) % dimensions, itself.expression});
  Instruction forget = step(Operation::Forget, {});
  forget.dimension = assignment.dimension;
  Instruction assume = step(Operation::Assume, {});
  assume.constraints = {check.condition};
  if (calls(condition, "add_ray")) {
    Instruction add_ray = step(Operation::AddRays, {});
    add_ray.rays = {ray_along(assignment.expression, dimensions)};
    function("add_ray", add_ray);
  }
  function("assign", step(Operation::Assign, {assignment}));
  function("substitute", step(Operation::Substitute, {assignment}));
  function("forget", forget);
  function("assume", assume);
  function("assign_itself", step(Operation::Assign, {itself}));
  function("parallel_assign", step(Operation::ParallelAssign, {assignment}));
  function("both_assigned", step(Operation::ParallelAssign, both));
  return text;
}

/// Definitions of the names that the condition uses.
std::string definitions(const Check& check, std::string_view condition, unsigned dimensions,
                        const CppNotation& notation) {
  std::string text;
  static constexpr std::string_view kNames[] = {"x", "y", "z"};
  for (std::size_t i = 0; i < check.elements.size() && i < std::size(kNames); ++i)
    text += "    const Domain& " + std::string(kNames[i]) + " = " + element(check.elements[i]) + ";\n";
  if (!check.chain.empty()) {
    text += "    const std::vector<Domain> chain = {";
    for (std::size_t i = 0; i < check.chain.size(); ++i) text += (i > 0 ? ", " : "") + element(check.chain[i]);
    text += "};\n";
  }
  text += transformers(check, condition, dimensions, notation);
  if (condition.find(", e)") != std::string_view::npos)
    text += "    const " + std::string(notation.expression_type()) +
            " e = " + notation.expression(check.assignment.expression) + ";\n";
  if (condition.find(", condition)") != std::string_view::npos)
    text += "    const " + std::string(notation.constraint_type()) +
            " condition = " + notation.constraint(check.condition) + ";\n";
  const auto extrapolation = [&](std::string_view name, Operation operation) {
    if (!calls(condition, name)) return;
    text += "    const auto " + std::string(name) + " = [](const Domain& left, Domain right) {\n      " +
            notation.extrapolation(operation) + "\n    };\n";
  };
  extrapolation("widen", Operation::Widen);
  extrapolation("narrow", Operation::Narrow);
  return text;
}

/// The condition of a law in C++; empty if there is none.
std::string condition_of(const Law* law, bool widening_ordered) {
  if (law == nullptr) return "";
  const std::optional<LawText> text = law_text(law->number, widening_ordered);
  if (!text) return "";
  if (text->step.empty()) return std::string(text->condition);
  return "becomes_stable(x, [&](const Domain& at, [[maybe_unused]] std::size_t i) { return " + std::string(text->step) +
         "; }, " + (law->chain ? "chain.size()" : "1") + ")";
}

}  // namespace

std::string check_text(const Check& check, const Contract& contract, unsigned dimensions, const CppNotation& notation) {
  const Law* const known = law(check.law);
  const std::string statement = known == nullptr ? "" : std::string(known->statement);
  const std::string number = std::to_string(check.law);
  const std::string condition = condition_of(known, contract.widening_ordered);
  if (condition.empty()) return "  // Law " + number + " (" + statement + ") is not written in C++.\n";
  std::string on;
  for (const unsigned argument : check.elements) on += (on.empty() ? "" : ", ") + element(argument);
  return "  {\n    // Law " + number + ": " + statement + "\n" + definitions(check, condition, dimensions, notation) +
         "    tell(\"law " + number + ", " + statement + ", on " + on + "\", " + condition + ");\n  }\n";
}

std::string cpp_frame(std::string_view out) {
  return "bool violated = false;\n\n"
         "// Shows a copy: looking at an element may change how it is held.\n"
         "void show(const char* name, Domain copy) { std::cout << name << \" = \" << " +
         std::string(out) +
         " << std::endl; }\n\n"
         "void tell(const char* what, bool holds) {\n"
         "  std::cout << what << (holds ? \": holds\" : \": VIOLATED\") << std::endl;\n"
         "  violated = violated || !holds;\n}\n\n";
}

}  // namespace assay::domain::reproduction
