#include <algorithm>
#include <utility>

#include "assay/smt/eval.hpp"
#include "base/text.hpp"
#include "smt/draw/points.hpp"
#include "smt/eval/assertion_stack.hpp"
#include "smt/judge/judges.hpp"
#include "smt/judge/pass_rows.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Verdict;

constexpr unsigned kCoreTries = 300;  // random assignments under which a core is evaluated

bool has_name(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The assumptions of the last check, as solvers print them. Z3's cores also contain assumptions, which the standard
/// does not describe and which are no bug.
std::vector<std::string> assumptions(const TermStore& store, const Script& script) {
  std::vector<std::string> texts;
  for (const Command& command : script.commands) {
    if (command.kind == CommandKind::CheckSat || command.kind == CommandKind::CheckSatAssuming) texts.clear();
    if (command.kind != CommandKind::CheckSatAssuming) continue;
    for (const TermId term : command.terms) print_term(store, term, Dialect(), texts.emplace_back());
  }
  return texts;
}

Verdict judge_missing_names(TermStore& store, const Script& script, const std::vector<std::string>& core,
                            const std::vector<std::string>& missing, const AskAbout& ask) {
  const std::string what = "the core (" + join(core, " ") + ") lacks " + join(missing, " ");
  const Script reported = restricted_to(store, script, core);
  std::vector<TermId> assertions;
  for (const JudgedAssertion& active : active_assertions(reported)) assertions.push_back(active.term);
  if (const auto model = draw_point(store, assertions, kCoreTries).point)
    return Verdict::bug(BugKind::InvalidCore, "satisfiable core",
                        what + ", and this model satisfies it: " + print_model(store, *model));
  const SolverAnswer alone = ask(print_script(store, reported));
  const bool is_sat =
      alone.kind == SolverAnswer::Kind::Answered && !alone.replies.empty() && alone.replies.back() == Reply::Sat;
  if (is_sat)
    return Verdict::bug(BugKind::InvalidCore, "satisfiable core",
                        what + ", and the solver itself answers sat for these assertions alone");
  Verdict verdict = Verdict::skip("core without an expected assertion, not refuted");
  verdict.detail = what;
  return verdict;
}

}  // namespace

Script restricted_to(const TermStore& store, const Script& script, const std::vector<std::string>& names) {
  Script reported = script;
  std::erase_if(reported.commands, [&](const Command& command) {
    if (command.kind != CommandKind::Assert) return false;
    const std::string name = name_of_assertion(store, command.terms[0]);
    return !name.empty() && !has_name(names, name);
  });
  return reported;
}

std::optional<Verdict> judge_core(const SolverDefinition& definition, TermStore& store, const Script& script,
                                  const SmtFacts& facts, const SolverAnswer& answer, const AskAbout& ask) {
  const bool is_unsat =
      answer.kind == SolverAnswer::Kind::Answered && !answer.replies.empty() && answer.replies.back() == Reply::Unsat;
  if (facts.core.empty() || !is_unsat || definition.prelude_core.empty()) return std::nullopt;
  if (!answer.core) return Verdict::pass(passes::kCoreOpen, "no core after unsat");
  std::vector<std::string> names;
  for (const JudgedAssertion& active : active_assertions(script))
    names.push_back(name_of_assertion(store, active.term));
  const std::vector<std::string> assumed = assumptions(store, script);
  std::vector<std::string> missing, needless;
  for (const std::string& name : *answer.core) {
    if (has_name(assumed, name)) continue;
    if (!has_name(names, name))
      return Verdict::bug(BugKind::InvalidCore, "a name that is no assertion's", "the core names " + name);
    if (!has_name(facts.core, name)) needless.push_back(name);
  }
  for (const std::string& name : facts.core)
    if (!has_name(*answer.core, name)) missing.push_back(name);
  if (!missing.empty()) return judge_missing_names(store, script, *answer.core, missing, ask);
  if (needless.empty()) return Verdict::pass(passes::kCore);
  const std::string detail =
      "the core needs only " + join(facts.core, " ") + ", but has " + join(needless, " ") + ", too";
  if (definition.minimal_cores) return Verdict::bug(BugKind::Imprecise, "needless assertion in a minimal core", detail);
  return Verdict::pass(passes::kCoreOpen, "core with needless assertions");
}

MaybeJudgement judge_core_given(const SolverRun& run, const Verdict* /*so_far*/) {
  if (!run.asked.core || !run.ask || !run.terms.is_readable()) return std::nullopt;
  TermStore& store = run.terms.store();
  const Script& script = run.terms.script();
  SmtFacts facts = run.facts;
  // For an open truth, the needed assertions are unknown: the core must be unsatisfiable itself.
  if (is_open(facts))
    for (const JudgedAssertion& active : active_assertions(script))
      facts.core.push_back(name_of_assertion(store, active.term));
  const AskAbout ask = [&](const std::string& text) { return run.ask(respelled(run.target, text), {}); };
  auto core = judge_core(run.target, store, script, facts, run.answer, ask);
  // Over a seed's terms, a subset of the planted contradiction may be unsatisfiable, so that a skip says nothing.
  if (!core || (core->outcome == Verdict::Outcome::Skip && !facts.seed.empty())) return std::nullopt;
  return Judgement{std::move(*core)};
}

}  // namespace assay::smt
