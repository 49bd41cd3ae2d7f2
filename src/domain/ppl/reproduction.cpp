#include "domain/ppl/reproduction.hpp"

#include "assay/domain/law.hpp"
#include "domain/ppl/steps.hpp"

namespace assay::domain::ppl {
namespace {

/// The part of a check's block that says what the condition's names are.
std::string definitions(const Row& row, const Check& check, std::string_view condition, unsigned dimensions) {
  std::string text;
  static constexpr std::string_view kNames[] = {"x", "y", "z"};
  for (std::size_t i = 0; i < check.elements.size() && i < std::size(kNames); ++i)
    text += "    const Domain& " + std::string(kNames[i]) + " = " + element(check.elements[i]) + ";\n";
  if (!check.chain.empty()) {
    text += "    const std::vector<Domain> chain = {";
    for (std::size_t i = 0; i < check.chain.size(); ++i) text += (i > 0 ? ", " : "") + element(check.chain[i]);
    text += "};\n";
  }
  const std::string settled = row.settling.empty() ? "" : "\n      result." + std::string(row.settling);
  const auto function = [&](std::string_view name, const std::string& change) {
    if (!reproduction::calls(condition, name)) return;
    text += "    const auto " + std::string(name) + " = [&](const Domain& of) {\n      Domain result(of);\n      " +
            change + settled + "\n      return result;\n    };\n";
  };
  const Assignment& step = check.assignment;
  Assignment itself{step.dimension, {}};
  itself.expression.coefficients.resize(step.dimension + 1);
  itself.expression.coefficients[step.dimension] = 1;
  function("assign", "result." + image("affine_image", step));
  function("substitute", "result." + image("affine_preimage", step));
  function("forget", "result.unconstrain(x" + std::to_string(step.dimension) + ");");
  function("assume", "result.refine_with_constraint(" + constraint_text(check.condition) + ");");
  function("assign_itself", "result." + image("affine_image", itself));
  if (reproduction::calls(condition, "parallel_assign")) function("parallel_assign", parallel("result", {step}));
  std::vector<Assignment> both = {step};
  if (dimensions > 1) both.push_back({(step.dimension + 1) % dimensions, itself.expression});
  function("both_assigned", parallel("result", both));
  if (condition.find(", e)") != std::string_view::npos)
    text += "    const Linear_Expression e = " + scaled_text(step.expression).first + ";\n";
  if (condition.find(", condition)") != std::string_view::npos)
    text += "    const Constraint condition = " + constraint_text(check.condition) + ";\n";
  const auto extrapolation = [&](std::string_view name, std::string_view change) {
    if (!reproduction::calls(condition, name)) return;
    text += "    const auto " + std::string(name) + " = [](const Domain& left, Domain right) {\n      " +
            std::string(change) + "\n      return right;\n    };\n";
  };
  extrapolation("widen", row.widening);
  extrapolation("narrow", row.narrowing);
  return text;
}

/// A law's condition in C++.
std::string condition_of(const reproduction::LawText& law, bool has_chain) {
  if (law.step.empty()) return std::string(law.condition);
  return "becomes_stable(x, [&](const Domain& at, [[maybe_unused]] std::size_t i) { return " + std::string(law.step) +
         "; }, " + (has_chain ? "chain.size()" : "1") + ")";
}

std::string check_text(const Row& row, const Check& check, unsigned dimensions) {
  const Law* const known = law(check.law);
  const std::string statement = known == nullptr ? "" : std::string(known->statement);
  const std::string number = std::to_string(check.law);
  const reproduction::LawText* const law_text = reproduction::law_text(check.law);
  const std::string condition = law_text == nullptr || known == nullptr ? "" : condition_of(*law_text, known->chain);
  if (condition.empty()) return "  // Law " + number + " (" + statement + ") is not written in C++.\n";
  std::string on;
  for (const unsigned argument : check.elements) on += (on.empty() ? "" : ", ") + element(argument);
  return "  {\n    // Law " + number + ": " + statement + "\n" + definitions(row, check, condition, dimensions) +
         "    tell(\"law " + number + ", " + statement + ", on " + on + "\", " + condition + ");\n  }\n";
}

class PplNotation final : public reproduction::Notation {
 public:
  explicit PplNotation(const Row& row) : row_(row) {}
  [[nodiscard]] std::string point(const Point& point) const override { return point_arguments(point); }
  [[nodiscard]] std::string expression(const LinearExpression& expression) const override {
    return scaled_text(expression).first;
  }
  [[nodiscard]] std::string constraint(const Constraint& constraint) const override {
    return constraint_text(constraint);
  }
  [[nodiscard]] std::string repetition(const Program& program, const Violation& leak) const override {
    if (!leak.asked.empty())
      return "      " + std::string(leak.operation == Operation::Leq ? "leq(" : "same(") + element(leak.asked.at(0)) +
             ", " + element(leak.asked.at(1)) + ");\n";
    return instruction_text(row_, static_cast<unsigned>(leak.instruction), program.instructions[leak.instruction]);
  }

 private:
  const Row& row_;
};

std::string main_text(const Row& row, const Program& program, std::span<const Violation> violations) {
  std::string body(reproduction::opening(violations));
  for (unsigned i = 0; i < program.dimensions; ++i) {
    const std::string number = std::to_string(i);
    body += "  [[maybe_unused]] const Variable x" + number + "(" + number + ");\n";
  }
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    body += instruction_text(row, static_cast<unsigned>(i), program.instructions[i]);
    body += reproduction::floats_text(i, violations) + "  show(\"" + element(i) + "\", " + element(i) + ");\n";
  }
  const PplNotation notation(row);
  body += findings_text(program, violations, notation);
  for (std::size_t i = 0; i < program.checks.size(); ++i)
    body += check_text(row, program.checks[i], program.dimensions) +
            reproduction::floats_text(program.instructions.size() + i, violations);
  return body;
}

}  // namespace

std::string reproduce(const Row& row, const Contract& contract, const Program& program,
                      std::span<const Violation> violations, std::string_view note) {
  const std::string body = main_text(row, program, violations);
  return reproduction::comment(note) + "// g++ -std=c++17 this.cpp -lppl -lgmpxx -lgmp, with PPL " + contract.version +
         ". It exits with 1 where something is violated.\n"
         "#include <ppl.hh>\n\n" +
         std::string(reproduction::common_includes()) +
         "\n#include <cstddef>\n#include <iostream>\n#include <sstream>\n#include <vector>\n\n"
         "using namespace Parma_Polyhedra_Library;\nusing namespace Parma_Polyhedra_Library::IO_Operators;\n"
         "using Domain = " +
         std::string(row.type) + ";\n\nconst dimension_type n = " + std::to_string(program.dimensions) +
         ";\nconst std::size_t most_steps = " + std::to_string(contract.most_steps) +
         ";\nbool violated = false;\n\n"
         "// Shows a copy: looking at an element may change how it is held.\n"
         "void show(const char* name, Domain copy) { std::cout << name << \" = \" << copy << std::endl; }\n\n"
         "void tell(const char* what, bool holds) {\n"
         "  std::cout << what << (holds ? \": holds\" : \": VIOLATED\") << std::endl;\n"
         "  violated = violated || !holds;\n}\n\n" +
         reproduction::functions_for(body, {reproduction::common_functions(), row.functions(), function_texts()}) +
         "int main() {\n" + body + "  return violated ? 1 : 0;\n}\n";
}

}  // namespace assay::domain::ppl
