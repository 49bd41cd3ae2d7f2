#include <algorithm>
#include <set>

#include "domain/reproduction/texts.hpp"

namespace assay::domain::reproduction {
namespace {

/// A block with one condition on copies of elements: `b3` is a copy of `a3`. Queries may change a representation.
std::string claim(const std::set<std::size_t>& elements, const std::string& what, const std::string& condition) {
  std::string text = "  {\n";
  for (const std::size_t each : elements)
    text += "    const Domain b" + std::to_string(each) + " = copy(" + element(each) + ");\n";
  return text + "    tell(\"" + what + "\", " + condition + ");\n  }\n";
}

std::string copied(std::size_t instruction) { return "b" + std::to_string(instruction); }

std::string has(std::size_t instruction, const std::string& point) {
  return "has(" + copied(instruction) + ", " + point + ")";
}

/// The block for a wrong answer about elements, with a point that proves it wrong.
std::string wrong_answer(const Program& program, const Violation& violation, const Notation& notation) {
  const std::size_t first = violation.asked.front();
  const Instruction& instruction = program.instructions.at(first);
  const std::string point = notation.point(violation.witness);
  const std::string there = element(first) + " has the point " + to_text(violation.witness);
  switch (violation.operation) {
    case Operation::IsBottom:
      return claim({first}, there + ", so is-bottom says no",
                   "!" + has(first, point) + " || !is_bottom(" + copied(first) + ")");
    case Operation::Satisfies: {
      const std::string condition = notation.constraint(instruction.constraints.at(0));
      return claim({first}, there + ", so it does not satisfy " + to_text(instruction.constraints.at(0)),
                   "!" + has(first, point) + " || !satisfies(" + copied(first) + ", " + condition + ")");
    }
    case Operation::Bounds: {
      const LinearExpression& expression = instruction.assignments.at(0).expression;
      return claim({first}, there + ", so " + to_text(expression) + " has its value there within its bounds",
                   "!" + has(first, point) + " || bounds_hold(" + copied(first) + ", " +
                       notation.expression(expression) + ", " + point + ")");
    }
    default: break;
  }
  if (violation.operation != Operation::Leq || violation.asked.size() != 2) return "";
  const std::size_t second = violation.asked[1];
  return claim({first, second},
               element(second) + " has not the point " + to_text(violation.witness) + " of " + element(first) +
                   ", so " + element(first) + " <= " + element(second) + " says no",
               "!" + has(first, point) + " || " + has(second, point) + " || !leq(" + copied(first) + ", " +
                   copied(second) + ")");
}

std::string leak(const Program& program, const Violation& violation, const Notation& notation) {
  const std::string statement = notation.repetition(program, violation);
  if (statement.empty()) return "";
  return "  {\n    struct growth memory = {0, 0, 0, 0};\n    while (goes_on(&memory)) {\n" + statement +
         "    }\n    tell(\"" + std::string(name(violation.operation)) +
         " on the same arguments keeps no memory each time\", !grows(&memory));\n  }\n";
}

/// The block for a violation; empty if a program cannot show it.
std::string finding_text(const Program& program, const Violation& violation, const Notation& notation) {
  const std::size_t index = violation.instruction;
  if (violation.law != 0 || index >= program.instructions.size()) return "";
  if (!violation.lost.empty())
    return claim({index}, element(index) + " has the point " + to_text(violation.lost),
                 has(index, notation.point(violation.lost)));
  if (!violation.extra.empty())
    return claim({index}, element(index) + " has not the point " + to_text(violation.extra),
                 "!" + has(index, notation.point(violation.extra)));
  if (violation.oracle == kLeakOracle) return leak(program, violation, notation);
  if (violation.oracle == "observation" && violation.asked.size() == 2) {
    const std::size_t before = violation.asked[0];
    return claim(
        {before, index}, element(index) + " means what " + element(before) + " means",
        "leq(" + copied(before) + ", " + copied(index) + ") && leq(" + copied(index) + ", " + copied(before) + ")");
  }
  if (!violation.witness.empty() && !violation.asked.empty()) return wrong_answer(program, violation, notation);
  // An inclusion that holds, and that leq must recognize by the contract.
  if (violation.operation == Operation::Leq && violation.asked.size() == 2) {
    const std::size_t left = violation.asked[0];
    const std::size_t right = violation.asked[1];
    return claim({left, right}, element(left) + " <= " + element(right) + " says yes",
                 "leq(" + copied(left) + ", " + copied(right) + ")");
  }
  return "";
}

}  // namespace

std::string findings_text(const Program& program, std::span<const Violation> violations, const Notation& notation) {
  std::string all;
  for (const Violation& violation : violations) {
    const std::string text = finding_text(program, violation, notation);
    if (all.find(text) == std::string::npos) all += text;  // two oracles may have found the same bug
  }
  return all;
}

std::string asked_text(const Program& program, const Contract& contract, std::span<const Violation> violations) {
  const bool crashes = std::any_of(violations.begin(), violations.end(),
                                   [](const Violation& violation) { return violation.oracle == kCrashOracle; });
  if (!crashes || program.instructions.empty() || !program.checks.empty()) return "";
  const std::size_t last = program.instructions.size() - 1;
  const std::size_t other = last > 0 ? last - 1 : last;
  const auto copied = [](std::size_t index) { return "copy(" + element(index) + ")"; };
  std::string text;
  const auto ask = [&](Operation operation, const std::string& question) {
    if (contract.operations.has(operation)) text += "  " + question + ";\n";
  };
  ask(Operation::Constraints, "exported(" + copied(last) + ")");
  ask(Operation::IsBottom, "is_bottom(" + copied(last) + ")");
  ask(Operation::Leq, "leq(" + copied(last) + ", " + copied(other) + ")");
  ask(Operation::Leq, "leq(" + copied(other) + ", " + copied(last) + ")");
  return text;
}

std::string opening(std::span<const Violation> violations) {
  const bool floats = std::any_of(violations.begin(), violations.end(),
                                  [](const Violation& violation) { return violation.oracle == kRoundingOracle; });
  return std::string("  alarm(60); /* for an operation that does not end */\n") +
         (floats ? "  floats_at_first = floats();\n" : "");
}

std::string floats_text(std::size_t step, std::span<const Violation> violations) {
  const auto here = [&](const Violation& violation) {
    return violation.oracle == kRoundingOracle && violation.instruction == step;
  };
  const auto found = std::find_if(violations.begin(), violations.end(), here);
  if (found == violations.end()) return "";
  return "  tell(\"" + std::string(name(found->operation)) +
         " leaves the mode of floats as it was\", same_floats());\n";
}

}  // namespace assay::domain::reproduction
