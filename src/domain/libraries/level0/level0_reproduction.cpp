#include "domain/libraries/level0/level0_reproduction.hpp"

#include <algorithm>
#include <cctype>

#include "domain/libraries/level0/c_steps.hpp"

namespace assay::domain::level0 {
namespace {

constexpr std::string_view kFile = "level0.c";

using reproduction::element;
using reproduction::LawText;

/// Replaces the prefix `from` of words by `to`: "ap_dim_t" becomes "elina_dim_t", "map_" stays.
std::string renamed(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  while (!text.empty()) {
    const std::size_t at = std::min(text.find(from), text.size());
    const char before = at > 0 ? text[at - 1] : result.empty() ? ' ' : result.back();
    const bool inside = std::isalnum(static_cast<unsigned char>(before)) != 0 || before == '_';
    result += text.substr(0, at);
    if (at == text.size()) break;
    result += inside ? from : to;
    text.remove_prefix(at + from.size());
  }
  return result;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// Replaces APRON's names by the library's names.
std::string in_its_names(std::string text, const LibraryText& library, const Asked& asked) {
  text = replaced(std::move(text), "CHANGED(x)", asked.in_place ? "true, ap_abstract0_copy(man, x)" : "false, x");
  text = renamed(text, "ap_", std::string(library.prefix) + "_");
  return renamed(text, "AP_", std::string(library.constants) + "_");
}

class CNotation final : public reproduction::Notation {
 public:
  explicit CNotation(const Asking& asking) : asking_(asking) {}
  [[nodiscard]] std::string point(const Point& point) const override { return point_text(point); }
  [[nodiscard]] std::string expression(const LinearExpression& expression) const override {
    return linear_text(expression, asking_.dimensions);
  }
  [[nodiscard]] std::string constraint(const Constraint& constraint) const override {
    return constraint_text(constraint, asking_.dimensions);
  }
  [[nodiscard]] std::string repetition(const Program& program, const Violation& leak) const override {
    if (!leak.asked.empty())
      return "      " + std::string(leak.operation == Operation::Leq ? "leq(" : "same(") + element(leak.asked.at(0)) +
             ", " + element(leak.asked.at(1)) + ");\n";
    return repetition_text(program.instructions[leak.instruction], leak.instruction, asking_);
  }

 private:
  Asking asking_;
};

/// A check whose law has a text, with the law and its text.
struct WrittenCheck {
  const Check& check;
  const Law& law;
  LawText text;
};

/// Definitions of the names that the condition uses.
std::string names_text(const WrittenCheck& written, unsigned dimensions) {
  const Check& check = written.check;
  static constexpr std::string_view kNames[] = {"x", "y", "z"};
  std::string text;
  for (std::size_t i = 0; i < check.elements.size() && i < std::size(kNames); ++i)
    text += "    const Domain " + std::string(kNames[i]) + " = " + element(check.elements[i]) + ";\n";
  if (written.law.assignment)
    text += "    v = " + std::to_string(check.assignment.dimension) +
            ";\n    e = " + linear_text(check.assignment.expression, dimensions) + ";\n";
  if (written.law.condition) text += "    condition = " + constraint_text(check.condition, dimensions) + ";\n";
  if (written.law.chain) {
    text += "    chain_size = 0;\n";
    for (const unsigned each : check.chain) text += "    chain[chain_size++] = " + element(each) + ";\n";
  }
  return text;
}

std::string condition_of(const WrittenCheck& written) {
  if (written.text.step.empty()) return std::string(written.text.condition);
  return "becomes_stable(x, step_" + std::to_string(written.law.number) + ", " +
         (written.law.chain ? "chain_size" : "1") + ")";
}

std::string check_text(const WrittenCheck& written, unsigned dimensions) {
  const std::string number = std::to_string(written.law.number);
  const std::string statement(written.law.statement);
  std::string on;
  for (const unsigned argument : written.check.elements) on += (on.empty() ? "" : ", ") + element(argument);
  return "  {\n    // Law " + number + ": " + statement + "\n" + names_text(written, dimensions) + "    tell(\"law " +
         number + ", " + statement + ", on " + on + "\", " + condition_of(written) + ");\n  }\n";
}

/// Declarations of the variables that the laws of the checks need.
std::string law_variables(const std::vector<WrittenCheck>& checks) {
  std::string text;
  const auto any = [&](bool Law::*member) {
    return std::any_of(checks.begin(), checks.end(), [&](const WrittenCheck& each) { return each.law.*member; });
  };
  if (any(&Law::assignment)) text += "static ap_dim_t v;\nstatic ap_linexpr0_t* e;\n";
  if (any(&Law::condition)) text += "static ap_lincons0_t condition;\n";
  std::size_t longest = 1;
  for (const WrittenCheck& each : checks) longest = std::max(longest, each.check.chain.size());
  if (any(&Law::chain)) text += "static Domain chain[" + std::to_string(longest) + "];\nstatic size_t chain_size;\n";
  return text.empty() ? "" : "// Variables of the checked law.\n" + text + "\n";
}

std::string law_steps(const std::vector<WrittenCheck>& checks) {
  std::string text;
  for (const WrittenCheck& each : checks) {
    const std::string head = "static Domain step_" + std::to_string(each.law.number) + "(Domain at, size_t i) {\n";
    if (each.text.step.empty() || text.find(head) != std::string::npos) continue;
    text += head + "  (void)i;\n  return " + std::string(each.text.step) + ";\n}\n\n";
  }
  return text;
}

std::string main_text(const Contract& contract, const Asking& asking, const Program& program,
                      const std::vector<WrittenCheck>& checks, std::span<const Violation> violations) {
  std::string body;
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    body += instruction_text(program.instructions[i], i, asking);
    body += reproduction::floats_text(i, violations) + "  show(\"" + element(i) + "\", " + element(i) + ");\n";
  }
  const CNotation notation(asking);
  body += findings_text(program, violations, notation);
  for (const WrittenCheck& each : checks)
    body +=
        check_text(each, program.dimensions) +
        reproduction::floats_text(
            program.instructions.size() + static_cast<std::size_t>(&each.check - program.checks.data()), violations);
  body += reproduction::asked_text(program, contract, violations);
  for (std::size_t i = 0; i < program.instructions.size(); ++i)
    body += "  ap_abstract0_free(man, " + element(i) + ");\n";
  return body;
}

/// The functions that the body calls, in the variants for this mode.
std::string functions_text(std::string_view body, const DomainText& domain, const Asked& asked) {
  const auto part = [](std::string_view name) { return reproduction::functions(kFile, name); };
  const auto by_mode = [&](std::string_view trees, std::string_view several, std::string_view one) {
    const std::string_view name = asked.trees ? trees : asked.several ? several : one;
    return name.empty() ? std::span<const reproduction::FunctionText>() : part(name);
  };
  return reproduction::functions_for(
      body, {reproduction::functions("common.c", "common"), part("numbers"), part("elements"),
             part(asked.several ? domain.thresholds : "one widening"), part(domain.loosening),
             part(asked.several ? "several" : "one"),
             asked.only_trees ? part("tree assignment") : by_mode("tree assignment", "", "linear assignment"),
             by_mode("", "several expressions", "one expression"), by_mode("trees", "ranges", "linear"),
             by_mode("", "parallel assignment", "parallel assignment"), part("claims")});
}

std::string frame(const DomainText& domain, const Asked& asked, const Contract& contract, unsigned dimensions) {
  const std::string n = std::to_string(dimensions);
  return "#include <ap_abstract0.h>\n#include <gmp.h>\n" + reproduction::text_of("common.c", "includes") + "\n" +
         std::string(domain.declaration) + "\ntypedef ap_abstract0_t* Domain;\nenum { dimensions = " + n +
         ", integers = " + (asked.integers ? n : "0") + ", most_steps = " + std::to_string(contract.most_steps) +
         " };\n" + reproduction::text_of(kFile, "variables") + "\n" + reproduction::text_of(kFile, "frame") + "\n";
}

/// The statements that set Mode::algorithm; empty for 0.
std::string algorithm_text(int algorithm) {
  if (algorithm == 0) return "";
  const std::string wanted = algorithm > 0 ? "    option.flag_exact_wanted = option.flag_best_wanted = true;\n" : "";
  return "  for (int i = 0; i < AP_FUNID_SIZE; ++i) {\n"
         "    ap_funopt_t option = ap_manager_get_funopt(man, i);\n"
         "    option.algorithm = " +
         std::to_string(algorithm) + ";\n" + wanted +
         "    ap_manager_set_funopt(man, i, &option);\n"
         "  }\n";
}

std::string beginning_of_main(const DomainText& domain, const Asked& asked, const Contract& contract,
                              std::span<const Violation> violations) {
  return "int main(void) {\n  setbuf(stdout, NULL);\n  man = " + std::string(domain.manager) +
         ";\n"
         "  printf(\"" +
         contract.name +
         ", version %s\\n\", ap_manager_get_version(man));\n"
         "  ap_manager_set_abort_if_exception(man, AP_EXC_TIMEOUT, false);\n"
         "  ap_manager_set_abort_if_exception(man, AP_EXC_OUT_OF_SPACE, false);\n"
         "  ap_manager_set_abort_if_exception(man, AP_EXC_OVERFLOW, false);\n" +
         algorithm_text(asked.algorithm) + reproduction::opening(violations);
}

}  // namespace

std::string compile_command(const LibraryText& library, const DomainText& domain) {
  const std::string root(library.root);
  return "cc {file} -I" + root + "/include -L" + root + "/lib -Wl,--no-as-needed,-rpath," + root + "/lib " +
         std::string(domain.link) + " " + std::string(library.link);
}

std::string reproduction(const LibraryText& library, const DomainText& domain, const Asked& asked,
                         const Contract& contract, const Program& program, std::span<const Violation> violations,
                         std::string_view note) {
  std::vector<WrittenCheck> checks;
  for (const Check& check : program.checks) {
    const Law* const row = law(check.law);
    const std::optional<LawText> text = reproduction::law_text(check.law, contract.widening_ordered);
    if (row != nullptr && text && applies(*row, contract)) checks.push_back({check, *row, *text});
  }
  const Asking asking{program.dimensions, !asked.trees && !asked.only_trees, !asked.trees};
  const std::string body = main_text(contract, asking, program, checks, violations);
  const std::string steps = law_steps(checks);
  const std::string narrow = domain.narrowing.empty()
                                 ? ""
                                 : "static inline Domain narrow(Domain x, Domain y) { return made(" +
                                       std::string(domain.narrowing) + "(man, x, y)); }\n\n";
  const std::string functions = functions_text(body + steps + narrow, domain, asked);
  const std::string code = frame(domain, asked, contract, program.dimensions) + law_variables(checks) + functions +
                           narrow + steps + beginning_of_main(domain, asked, contract, violations) + body +
                           "  ap_manager_free(man);\n  return violated ? 1 : 0;\n}\n";
  return reproduction::comment(note) + "// " + contract.name + ". It exits with 1 where something is violated:\n// " +
         replaced(compile_command(library, domain), "{file}", "reproduction.c") + " && ./a.out\n" +
         in_its_names(code, library, asked);
}

}  // namespace assay::domain::level0
