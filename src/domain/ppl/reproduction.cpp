#include "domain/ppl/reproduction.hpp"

#include <algorithm>
#include <cctype>

#include "assay/domain/law.hpp"
#include "domain/ppl/steps.hpp"

namespace assay::domain::ppl {
namespace {

/// Whether the C++ calls the function (and not one whose name only ends like it).
bool calls(std::string_view text, std::string_view name) {
  const auto belongs = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  const std::string call = std::string(name) + "(";
  for (std::size_t at = text.find(call); at != std::string_view::npos; at = text.find(call, at + 1))
    if (at == 0 || !belongs(text[at - 1])) return true;
  return false;
}

/// The functions that the body needs, in an order that compiles.
std::string functions_for(const std::string& body, const Row& row) {
  const std::span<const FunctionText> own = row.functions();
  const std::span<const FunctionText> common = function_texts();
  std::vector<FunctionText> all(own.begin(), own.end());
  all.insert(all.end(), common.begin(), common.end());
  std::string chosen;
  std::string text = body;
  for (auto function = all.rbegin(); function != all.rend(); ++function) {
    if (!calls(text, function->name)) continue;
    chosen = std::string(function->text) + "\n" + chosen;
    text += function->text;
  }
  return chosen;
}

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
    if (!calls(condition, name)) return;
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
  if (calls(condition, "parallel_assign")) function("parallel_assign", parallel("result", {step}));
  std::vector<Assignment> both = {step};
  if (dimensions > 1) both.push_back({(step.dimension + 1) % dimensions, itself.expression});
  function("both_assigned", parallel("result", both));
  if (condition.find(", e)") != std::string_view::npos)
    text += "    const Linear_Expression e = " + scaled_text(step.expression).first + ";\n";
  if (condition.find(", condition)") != std::string_view::npos)
    text += "    const Constraint condition = " + constraint_text(check.condition) + ";\n";
  const auto extrapolation = [&](std::string_view name, std::string_view change) {
    if (!calls(condition, name)) return;
    text += "    const auto " + std::string(name) + " = [](const Domain& left, Domain right) {\n      " +
            std::string(change) + "\n      return right;\n    };\n";
  };
  extrapolation("widen", row.widening);
  extrapolation("narrow", row.narrowing);
  return text;
}

std::string check_text(const Row& row, const Check& check, unsigned dimensions) {
  const Law* const known = law(check.law);
  const std::string statement = known == nullptr ? "" : std::string(known->statement);
  const std::string number = std::to_string(check.law);
  const std::string_view condition = law_condition(check.law);
  if (condition.empty()) return "  // Law " + number + " (" + statement + ") is not written in C++.\n";
  std::string on;
  for (const unsigned argument : check.elements) on += (on.empty() ? "" : ", ") + element(argument);
  return "  {\n    // Law " + number + ": " + statement + "\n" + definitions(row, check, condition, dimensions) +
         "    tell(\"law " + number + ", " + statement + ", on " + on + "\", " + std::string(condition) + ");\n  }\n";
}

std::string lost_text(const LostPoint& lost) {
  const std::string name = element(static_cast<unsigned>(lost.instruction));
  return "  tell(\"" + name + " has the point " + to_text(lost.point) + "\", has(" + name + ", " +
         point_arguments(lost.point) + "));\n";
}

std::string comment(std::string_view note) {
  std::string text;
  while (!note.empty()) {
    const std::size_t end = std::min(note.find('\n'), note.size());
    text += "// " + std::string(note.substr(0, end)) + "\n";
    note.remove_prefix(std::min(end + 1, note.size()));
  }
  return text;
}

}  // namespace

std::string reproduction(const Row& row, const Contract& contract, const Program& program,
                         std::span<const LostPoint> lost, std::string_view note) {
  std::string body;
  for (unsigned i = 0; i < program.dimensions; ++i) {
    const std::string number = std::to_string(i);
    body += "  [[maybe_unused]] const Variable x" + number + "(" + number + ");\n";
  }
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    body += instruction_text(row, static_cast<unsigned>(i), program.instructions[i]);
    body += "  show(\"" + element(static_cast<unsigned>(i)) + "\", " + element(static_cast<unsigned>(i)) + ");\n";
  }
  for (const LostPoint& point : lost) body += lost_text(point);
  for (const Check& check : program.checks) body += check_text(row, check, program.dimensions);
  return comment(note) + "// g++ -std=c++17 this.cpp -lppl -lgmpxx -lgmp, with PPL " + contract.version +
         ". It exits with 1 where something is violated.\n"
         "#include <ppl.hh>\n\n#include <cstddef>\n#include <iostream>\n#include <sstream>\n#include <vector>\n\n"
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
         functions_for(body, row) + "int main() {\n" + body + "  return violated ? 1 : 0;\n}\n";
}

}  // namespace assay::domain::ppl
