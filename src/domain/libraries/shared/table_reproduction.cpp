#include "domain/libraries/shared/table_reproduction.hpp"

#include <algorithm>
#include <filesystem>

#include "domain/reproduction/cpp.hpp"

namespace assay::domain {
namespace {

using reproduction::element;

std::string quoted(const Rational& number) { return "\"" + number.get_str() + "\""; }

std::string relation_text(Constraint::Relation relation) {
  switch (relation) {
    case Constraint::Relation::GreaterEqual: return "ASSAY_GREATER_EQUAL";
    case Constraint::Relation::Greater: return "ASSAY_GREATER";
    case Constraint::Relation::Equal: return "ASSAY_EQUAL";
    // assay_domain.h does not have these relations.
    case Constraint::Relation::NotEqual:
    case Constraint::Relation::Congruent: break;
  }
  return std::to_string(static_cast<int>(relation));
}

std::string tree_text(const Expression& expression) {
  std::string text =
      "tree(" + std::to_string(static_cast<int>(expression.kind)) + ", " + std::to_string(expression.dimension) + ", ";
  const bool interval = expression.kind == Expression::Kind::Interval;
  text += interval ? quoted(expression.low) + ", " + quoted(expression.high) : "nullptr, nullptr";
  if (expression.arguments.empty()) return text + ", nullptr, nullptr)";
  return text + ", " + tree_text(expression.arguments[0]) + ", " + tree_text(expression.arguments[1]) + ")";
}

class TableNotation final : public reproduction::CppNotation {
 public:
  explicit TableNotation(unsigned dimensions) : dimensions_(dimensions) {}

  [[nodiscard]] std::string point(const Point& point) const override {
    std::string text;
    for (unsigned i = 0; i < dimensions_; ++i)
      text += (i > 0 ? ", " : "") + quoted(i < point.size() ? point[i] : Rational());
    return "Numbers{" + text + "}";
  }
  [[nodiscard]] std::string expression(const LinearExpression& expression) const override {
    std::string text;
    for (unsigned i = 0; i < dimensions_; ++i) text += (i > 0 ? ", " : "") + quoted(expression.coefficient(i));
    return "Linear{{" + text + "}, " + quoted(expression.constant) + "}";
  }
  [[nodiscard]] std::string constraint(const Constraint& constraint) const override {
    return "Condition{" + expression(constraint.expression) + ", " + relation_text(constraint.relation) + "}";
  }
  [[nodiscard]] std::string_view expression_type() const override { return "Linear"; }
  [[nodiscard]] std::string_view constraint_type() const override { return "Condition"; }

  [[nodiscard]] std::string extrapolation(Operation operation) const override {
    return operation == Operation::Widen ? "return widened(left, right);" : "return narrowed(left, right);";
  }
  [[nodiscard]] std::string repetition(const Program& program, const Violation& leak) const override {
    if (leak.asked.size() == 2)
      return "      " + std::string(leak.operation == Operation::Leq ? "leq(" : "same(") + element(leak.asked[0]) +
             ", " + element(leak.asked[1]) + ");\n";
    return instruction(leak.instruction, program.instructions.at(leak.instruction));
  }

  [[nodiscard]] std::string change(const std::string& name, const Instruction& instruction) const override {
    const auto set = [&](const std::string& value) { return "  " + name + " = " + value + ";\n"; };
    const auto other = [&] { return element(instruction.elements.at(1)); };
    const auto one = [&] {
      const Assignment& assignment = instruction.assignments.at(0);
      return name + ", " + std::to_string(assignment.dimension) + ", " + expression(assignment.expression) + ")";
    };
    switch (instruction.operation) {
      case Operation::Join: return set("join(" + name + ", " + other() + ")");
      case Operation::Meet: return set("meet(" + name + ", " + other() + ")");
      case Operation::Widen: return set("widened(" + name + ", " + other() + ")");
      case Operation::Narrow: return set("narrowed(" + name + ", " + other() + ")");
      case Operation::Assume: return set("assumed(" + name + ", " + constraint(instruction.constraints.at(0)) + ")");
      case Operation::Assign: return set("assigned(" + one());
      case Operation::Substitute: return set("substituted(" + one());
      case Operation::ParallelAssign: return set("all_assigned(" + name + ", {" + pairs(instruction) + "})");
      case Operation::AssignExpression:
        return set("table->assign_expression(self, " + name + ".held, " + std::to_string(instruction.dimension) + ", " +
                   tree_text(instruction.expression) + ")");
      case Operation::AssumeExpression:
        return set("table->assume_expression(self, " + name + ".held, " + tree_text(instruction.expression) + ", " +
                   relation_text(instruction.relation) + ")");
      case Operation::Forget: return set("forgotten(" + name + ", " + std::to_string(instruction.dimension) + ")");
      case Operation::Resize: return set("resized(" + name + ")");
      case Operation::Canonicalize: return set("canonical(" + name + ")");
      case Operation::Constraints: return set("rebuilt(" + name + ")");
      default: return question(name, instruction);
    }
  }

  [[nodiscard]] std::string instruction(std::size_t number, const Instruction& instruction) const {
    const std::string name = element(number);
    if (instruction.operation == Operation::Top) return "  Domain " + name + " = top();\n";
    if (instruction.operation == Operation::Bottom) return "  Domain " + name + " = bottom();\n";
    return "  Domain " + name + "(" + element(instruction.elements.at(0)) + ");\n" + change(name, instruction);
  }

 private:
  /// The statement of a query.
  [[nodiscard]] std::string question(const std::string& name, const Instruction& instruction) const {
    switch (instruction.operation) {
      case Operation::Leq: return "  leq(" + name + ", " + element(instruction.elements.at(1)) + ");\n";
      case Operation::Equal: return "  same(" + name + ", " + element(instruction.elements.at(1)) + ");\n";
      case Operation::IsBottom: return "  is_bottom(" + name + ");\n";
      case Operation::IsTop: return "  is_top(" + name + ");\n";
      case Operation::Bounds:
        return "  asked_bounds(" + name + ", " + expression(instruction.assignments.at(0).expression) + ");\n";
      case Operation::Satisfies:
        return "  satisfies(" + name + ", " + constraint(instruction.constraints.at(0)) + ");\n";
      case Operation::Print: return "  text_of(" + name + ");\n";
      default: return "";
    }
  }
  [[nodiscard]] std::string pairs(const Instruction& instruction) const {
    std::string text;
    for (const Assignment& each : instruction.assignments)
      text += (text.empty() ? "{" : ", {") + std::to_string(each.dimension) + ", " + expression(each.expression) + "}";
    return text;
  }

  unsigned dimensions_;
};

/// False for laws that need exact polyhedra, which reproductions do not have.
bool is_written(const Check& check) {
  static constexpr unsigned kOthers[] = {26, 62};
  return std::find(std::begin(kOthers), std::end(kOthers), check.law) == std::end(kOthers);
}

std::string main_text(const Contract& contract, const Program& program, std::span<const Violation> violations) {
  std::string body(reproduction::opening(violations));
  body +=
      "  for (const assay_domain* const* one = assay_domain_tables_1(); *one != nullptr; ++one)\n"
      "    if (std::string((*one)->name) == \"" +
      contract.name +
      "\") table = *one;\n"
      "  if (table == nullptr) return 2;\n"
      "  if (table->open != nullptr) self = table->open(n);\n";
  const TableNotation notation(program.dimensions);
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    body += notation.instruction(i, program.instructions[i]);
    body += reproduction::floats_text(i, violations) + "  show(\"" + element(i) + "\", " + element(i) + ");\n";
  }
  body += findings_text(program, violations, notation);
  for (std::size_t i = 0; i < program.checks.size(); ++i) {
    const Check& check = program.checks[i];
    body += is_written(check) ? check_text(check, contract, program.dimensions, notation)
                              : "  // Law " + std::to_string(check.law) + " needs exact polyhedra.\n";
    body += reproduction::floats_text(program.instructions.size() + i, violations);
  }
  return body + reproduction::asked_text(program, contract, violations);
}

}  // namespace

std::string table_reproduction(const Contract& contract, const Program& program, std::span<const Violation> violations,
                               std::string_view note) {
  using reproduction::functions;
  const std::string body = main_text(contract, program, violations);
  const std::string frame = reproduction::cpp_frame("text_of(copy)");
  return reproduction::comment(note) + "// For " + contract.name + ", version " + contract.version +
         ". It exits with 1 if something is violated. CPATH names the folder of assay_domain.h, LIBRARY_PATH and\n"
         "// LD_LIBRARY_PATH that of the shared object, unless both are installed.\n"
         "#include <assay_domain.h>\n\n" +
         reproduction::text_of("common.c", "includes") +
         "\n#include <cstddef>\n#include <iostream>\n#include <string>\n#include <utility>\n#include <vector>\n\n" +
         "const unsigned n = " + std::to_string(program.dimensions) +
         ";\nconst std::size_t most_steps = " + std::to_string(contract.most_steps) + ";\n" +
         reproduction::text_of("table.cc", "beginning") +
         reproduction::functions_for(frame + body, {functions("common.c", "common"), functions("table.cc", "functions"),
                                                    functions("laws.cc", "laws")}) +
         frame + "int main() {\n" + body + "  return violated ? 1 : 0;\n}\n";
}

std::string table_compile_command(const std::string& path) {
  return "g++ -std=c++17 {file} -l:" + std::filesystem::path(path).filename().string();
}

}  // namespace assay::domain
