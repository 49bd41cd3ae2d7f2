// Formulas that a solver calls consequences of the assertions, and what it says of assertions.

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "smt/certificate/request.hpp"
#include "smt/eval/assertion_stack.hpp"

namespace assay::smt {
namespace {

/// The lemmas in a reply: the members of a list (get-learned-literals); else "(assert F)" (z3's log), other lists
/// (get-consequences), and `false` for the word `unsat` and for a goal with `false`.
std::vector<std::string_view> lemmas_in(const Request& request) {
  if (request.name == "get-learned-literals") return parts_of(request.reply).value_or(std::vector<std::string_view>());
  std::vector<std::string_view> lemmas;
  for (std::string_view rest = request.reply, one; !(one = next_expression(rest)).empty();) {
    const auto parts = parts_of(one);
    if (!parts) {
      if (one == "unsat") lemmas.emplace_back("false");
    } else if (parts->size() == 2 && (*parts)[0] == "assert") {
      lemmas.push_back((*parts)[1]);
    } else if (!parts->empty() && (*parts)[0] == "goals") {
      const auto goal = parts->size() == 2 ? parts_of((*parts)[1]) : std::nullopt;
      if (goal && goal->size() > 1 && (*goal)[1] == "false") lemmas.emplace_back("false");
    } else if (!one.starts_with("(error")) {
      lemmas.push_back(one);
    }
  }
  return lemmas;
}

/// Judges "(get-difficulty)": each formula that it lists was asserted.
CertificateVerdict judge_difficulty(const Request& request) {
  const auto pairs = parts_of(request.reply);
  if (!pairs) return not_judged("the difficulties cannot be read", std::string(request.reply));
  CertificateVerdict verdict = right();
  for (const std::string_view text : *pairs) {
    const auto pair = parts_of(text);
    if (!pair || pair->size() != 2 || !parse_unsigned((*pair)[1]))
      return wrong("a difficulty is no pair of a formula and a number", std::string(text));
    auto found =
        formula_of(request, (*pair)[0], request.assertions, "a difficulty is of a formula that was not asserted");
    if (auto* other = std::get_if<CertificateVerdict>(&found)) worsen(verdict, std::move(*other));
  }
  return verdict;
}

/// Judges "(declare-pool ...)": instances by terms of a pool do not change the answers to later checks.
CertificateVerdict judge_pool(const Request& request) {
  if (!request.reply.empty()) return not_judged("the pool is refused", std::string(request.reply));
  CertificateVerdict verdict = not_refuted();
  AssertionStack stack;
  std::size_t checks = 0;
  const auto& commands = request.run.script.commands;
  for (std::size_t i = 0; i < commands.size() && checks < request.run.answers.size(); ++i) {
    if (!stack.step(commands[i])) continue;
    const Reply answer = request.run.answers[checks++];
    if (i < request.at) continue;
    std::vector<TermId> formulas = commands[i].terms;
    for (const Command* active : stack.active()) formulas.push_back(active->terms[0]);
    if (answer == Reply::Unsat)
      worsen(verdict,
             judge_condition(request.run, std::move(formulas), "a satisfiable script is unsat with a pool", "unsat"));
    else if (answer == Reply::Sat && find_point(request.run, std::move(formulas)).excluded)
      return wrong("an unsatisfiable script is sat with a pool", "sat");
  }
  return verdict;
}

}  // namespace

CertificateVerdict judge_lemmas(const Request& request) {
  if (request.name == "declare-pool") return judge_pool(request);
  if (request.name == "get-difficulty") return judge_difficulty(request);
  TermStore& store = request.store();
  CertificateVerdict verdict = right();
  for (const std::string_view text : lemmas_in(request)) {
    const ReadTerm lemma = read_term(request, text);
    // A lemma may be about symbols that the solver introduced.
    if (!lemma.term || store.sort_of(*lemma.term) != store.bool_sort()) {
      worsen(verdict, not_judged("a lemma cannot be read", std::string(text)));
      continue;
    }
    worsen(verdict, judge_condition(request.run, extended(request.assumed(), {make_not(store, *lemma.term)}),
                                    "the assertions do not imply a lemma", shown(store, *lemma.term)));
    if (verdict.kind == CertificateVerdict::Kind::Wrong) break;
  }
  return verdict;
}

}  // namespace assay::smt
