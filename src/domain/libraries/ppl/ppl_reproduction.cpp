#include "domain/libraries/ppl/ppl_reproduction.hpp"

#include "domain/libraries/ppl/steps.hpp"
#include "domain/reproduction/cpp.hpp"

namespace assay::domain::ppl {
namespace {

class PplNotation final : public reproduction::CppNotation {
 public:
  explicit PplNotation(const Row& row) : row_(row) {}
  [[nodiscard]] std::string change(const std::string& name, const Instruction& instruction) const override {
    return change_text(row_, name, instruction);
  }
  [[nodiscard]] std::string extrapolation(Operation operation) const override {
    return std::string(operation == Operation::Widen ? row_.widening : row_.narrowing) + "\n      return right;";
  }
  [[nodiscard]] std::string_view expression_type() const override { return "Linear_Expression"; }
  [[nodiscard]] std::string_view constraint_type() const override { return "Constraint"; }
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

std::string main_text(const Row& row, const Contract& contract, const Program& program,
                      std::span<const Violation> violations) {
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
    body += check_text(program.checks[i], contract, program.dimensions, notation) +
            reproduction::floats_text(program.instructions.size() + i, violations);
  return body + reproduction::asked_text(program, contract, violations);
}

}  // namespace

std::string reproduce(const Row& row, const Contract& contract, const Program& program,
                      std::span<const Violation> violations, std::string_view note) {
  using reproduction::functions;
  const std::string body = main_text(row, contract, program, violations);
  return reproduction::comment(note) + "// g++ -std=c++17 reproduction.cpp -lppl -lgmpxx -lgmp, with PPL " +
         contract.version +
         ". It exits with 1 where something is violated.\n"
         "#include <ppl.hh>\n\n" +
         reproduction::text_of("common.c", "includes") +
         "\n#include <cstddef>\n#include <iostream>\n#include <sstream>\n#include <vector>\n\n"
         "using namespace Parma_Polyhedra_Library;\nusing namespace Parma_Polyhedra_Library::IO_Operators;\n"
         "using Domain = " +
         std::string(row.type) + ";\n\nconst dimension_type n = " + std::to_string(program.dimensions) +
         ";\nconst std::size_t most_steps = " + std::to_string(contract.most_steps) + ";\n" +
         reproduction::cpp_frame("copy") +
         reproduction::functions_for(body, {functions("common.c", "common"), functions("ppl.cc", row.functions),
                                            functions("ppl.cc", "common"), functions("laws.cc", "laws")}) +
         "int main() {\n" + body + "  return violated ? 1 : 0;\n}\n";
}

}  // namespace assay::domain::ppl
