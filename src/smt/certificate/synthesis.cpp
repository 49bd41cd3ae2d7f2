// Functions that a solver synthesises (SyGuS-IF 2.1): they satisfy the constraints and are in their grammars.

#include <map>
#include <utility>

#include "base/text.hpp"
#include "smt/certificate/request.hpp"

namespace assay::smt {
namespace {

/// The problem that the commands of SyGuS before the request state.
struct Problem {
  std::string declarations;                                    ///< commands of SMT-LIB
  std::string constraints;                                     ///< assertions
  std::string assumptions;                                     ///< assertions
  std::vector<std::pair<std::string, std::string>> grammars;   ///< the functions that have one, with it
  std::map<std::string, std::string, std::less<>> parameters;  ///< of all functions: "((x Int))"
  std::size_t constants = 0;                                   ///< that were introduced
  bool is_readable = true;
};

void add_function(const std::vector<std::string_view>& parts, Problem& problem) {
  // (synth-fun NAME PARAMETERS SORT GRAMMAR...) and (synth-inv NAME PARAMETERS GRAMMAR...)
  const std::size_t fixed = parts[0] == "synth-inv" ? 3 : 4;
  std::string grammar;
  for (std::size_t i = fixed; i < parts.size(); ++i) grammar += std::string(parts[i]) + " ";
  if (parts.size() < fixed) problem.is_readable = false;
  if (parts.size() > 2) problem.parameters[std::string(parts[1])] = std::string(parts[2]);
  if (grammar.empty() || parts.size() < 2) return;
  problem.grammars.emplace_back(parts[1], std::move(grammar));
}

/// "(inv-constraint inv pre trans post)": where pre holds, inv does, and trans keeps it; where inv holds, post does.
void add_invariant(const std::vector<std::string_view>& parts, Problem& problem) {
  const auto found = problem.parameters.find(parts[1]);
  const auto parameters = found == problem.parameters.end() ? std::nullopt : parts_of(found->second);
  if (!parameters) problem.is_readable = false;
  std::string now, next;
  for (const std::string_view parameter : parameters.value_or(std::vector<std::string_view>())) {
    const auto pair = parts_of(parameter);
    if (!pair || pair->size() != 2) continue;
    for (auto* list : {&now, &next}) {
      const std::string name = "inv!" + std::to_string(problem.constants++);
      problem.declarations += "(declare-const " + name + " " + std::string((*pair)[1]) + ")\n";
      *list += " " + name;
    }
  }
  const auto call = [](std::string_view name, const std::string& arguments) {
    return arguments.empty() ? std::string(name) : "(" + std::string(name) + arguments + ")";
  };
  const std::string inv = call(parts[1], now);
  problem.constraints += "(assert (=> " + call(parts[2], now) + " " + inv + "))\n(assert (=> (and " + inv + " " +
                         call(parts[3], now + next) + ") " + call(parts[1], next) + "))\n(assert (=> " + inv + " " +
                         call(parts[4], now) + "))\n";
}

void add_command(const Command& command, Problem& problem, const TermStore& store) {
  if (command.kind != CommandKind::Opaque) {
    const bool is_known = makes_known(command.kind) && command.kind != CommandKind::DeclareFunction;
    if (is_known) print_command(store, command, Dialect(), problem.declarations);
    return;
  }
  const auto parts = parts_of(command.text);
  if (!parts || parts->empty()) return;
  const std::string_view word = (*parts)[0];
  if (word == "synth-fun" || word == "synth-inv") {
    add_function(*parts, problem);
  } else if (word == "declare-var" && parts->size() == 3) {
    problem.declarations += "(declare-const " + std::string((*parts)[1]) + " " + std::string((*parts)[2]) + ")\n";
  } else if (word == "constraint" && parts->size() == 2) {
    problem.constraints += "(assert " + std::string((*parts)[1]) + ")\n";
  } else if (word == "assume" && parts->size() == 2) {
    problem.assumptions += "(assert " + std::string((*parts)[1]) + ")\n";
  } else if (word == "inv-constraint" && parts->size() == 5) {
    add_invariant(*parts, problem);
  } else if (word != "check-synth" && word != "check-synth-next" && word != "set-feature") {
    problem.is_readable = false;
  }
}

Problem problem_of(const Request& request) {
  Problem problem;
  for (std::size_t i = 0; i < request.at; ++i) add_command(request.run.script.commands[i], problem, request.store());
  return problem;
}

/// The definitions in a reply, with or without a list around them; empty: none.
std::string definitions_in(std::string_view reply) {
  std::string text;
  for (std::string_view one; !(one = next_definition(reply)).empty();) text += std::string(one) + "\n";
  return text;
}

/// The verdict on solutions as definitions of SMT-LIB.
CertificateVerdict judge_solution(const Request& request, const Problem& problem, const std::string& solution) {
  TermStore& store = request.store();
  const auto terms_of = [&](const std::string& assertions) -> std::optional<std::vector<TermId>> {
    const auto script = parse_script(store, problem.declarations + solution + assertions, "solution");
    if (!script) return std::nullopt;
    std::vector<TermId> terms;
    for (const Command& command : script->commands)
      if (command.kind == CommandKind::Assert) terms.push_back(command.terms[0]);
    return terms;
  };
  const auto constraints = terms_of(problem.constraints);
  auto assumed = terms_of(problem.assumptions);
  if (!constraints || !assumed) return not_judged("the solution cannot be read", solution);
  CertificateVerdict verdict = right();
  for (const auto& [name, grammar] : problem.grammars) {
    const std::size_t at = solution.find("(define-fun " + name + " ");
    if (at == std::string::npos) continue;
    const GrammarMatch match = matches_grammar(std::string_view(solution).substr(at), grammar);
    if (match == GrammarMatch::No) return wrong("a solution is not in its grammar", solution);
    if (match == GrammarMatch::Unknown) verdict = not_refuted();
  }
  assumed->push_back(make_not(store, make_and(store, *constraints)));
  return worsen(verdict, judge_condition(request.run, *std::move(assumed), "a solution breaks a constraint", solution));
}

}  // namespace

CertificateVerdict judge_synthesis(const Request& request) {
  const Problem problem = problem_of(request);
  if (!problem.is_readable) return not_judged("the problem has commands that Assay does not read");
  if (request.reply == "infeasible") {
    // Behind another solution it says that there is no further one.
    if (request.run.solution.empty() || request.name != "check-synth") return {};
    const std::string planted(request.run.solution);
    const CertificateVerdict verdict = judge_solution(request, problem, planted);
    if (verdict.kind != CertificateVerdict::Kind::Right) return {};
    return wrong("the problem has a solution and is called infeasible", planted);
  }
  const std::string solution = definitions_in(request.reply);
  if (solution.empty()) return not_judged("the solution cannot be read", std::string(request.reply));
  return judge_solution(request, problem, solution);
}

}  // namespace assay::smt
