#include <algorithm>
#include <utility>

#include "assay/smt/eval.hpp"
#include "smt/judge/judges.hpp"
#include "smt/parse/check_script.hpp"

namespace assay::smt {
namespace {

/// The solver's answer about a set of formulas.
struct Statement {
  std::vector<TermId> ordered;   ///< the formulas in the order of their assertions
  std::vector<TermId> formulas;  ///< the formulas sorted by TermId
  Reply reply = Reply::Unknown;
  std::size_t check = 0;
  bool is_alone = false;
  std::optional<std::string> witness;
};

Statement statement_about(const TermStore& store, const std::vector<JudgedAssertion>& asked) {
  Statement made;
  for (const JudgedAssertion& one : asked) {
    const TermId formula = without_names(store, one.term);
    if (std::find(made.ordered.begin(), made.ordered.end(), formula) == made.ordered.end())
      made.ordered.push_back(formula);
  }
  made.formulas = made.ordered;
  std::sort(made.formulas.begin(), made.formulas.end());
  return made;
}

std::string describe(const Statement& statement) {
  return "check " + std::to_string(statement.check + 1) + (statement.is_alone ? ", asked alone, " : " ") +
         "is answered " + std::string(name(statement.reply));
}

std::optional<SelfContradiction> contradiction_between(const std::vector<Statement>& statements) {
  for (const Statement& less : statements) {
    if (less.reply != Reply::Unsat) continue;
    for (const Statement& more : statements) {
      if (more.reply != Reply::Sat ||
          !std::includes(more.formulas.begin(), more.formulas.end(), less.formulas.begin(), less.formulas.end()))
        continue;
      SelfContradiction found;
      found.detail = describe(less) + ", " + describe(more) + "; " +
                     (more.formulas == less.formulas ? "both are about the same formulas"
                                                     : "the second one is about all formulas of the first and more") +
                     ", so one answer is wrong";
      if (more.witness) {
        found.detail += " (the first: our evaluator confirms the model of the second)";
        found.witness = more.witness;
        if (!less.is_alone) found.check = less.check;
      }
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<SelfContradiction> find_contradiction(TermStore& store, const Script& script,
                                                    const std::vector<Reply>& replies, const AskForModel& ask,
                                                    std::size_t max_asked) {
  const std::vector<std::vector<JudgedAssertion>> checks = assertions_at_checks(script);
  if (checks.size() != replies.size()) return std::nullopt;
  std::vector<Statement> statements;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    statements.push_back(statement_about(store, checks[i]));
    statements.back().reply = replies[i];
    statements.back().check = i;
  }
  if (auto found = contradiction_between(statements); found || !ask) return found;
  std::vector<std::vector<TermId>> asked;
  for (std::size_t i = checks.size(); i-- > 0 && asked.size() < max_asked;) {
    Statement statement = statements[i];
    if (replies[i] == Reply::Unknown || std::find(asked.begin(), asked.end(), statement.formulas) != asked.end())
      continue;
    asked.push_back(statement.formulas);
    const Script question = check_script(store, script.logic, statement.ordered);
    const SolverAnswer answer = ask(question);
    if (answer.kind != SolverAnswer::Kind::Answered || answer.replies.size() != 1) continue;
    statement.reply = answer.replies[0];
    statement.is_alone = true;
    if (statement.reply == Reply::Sat && answer.model) statement.witness = witness_from(store, question, *answer.model);
    statements.push_back(std::move(statement));
    if (auto found = contradiction_between(statements)) return found;
  }
  return std::nullopt;
}

bool can_contradict_itself(const SmtFacts& facts, const SolverAnswer& answer) {
  return facts.truths.size() > 1 &&
         std::find(facts.truths.begin(), facts.truths.end(), Truth::Open) != facts.truths.end() &&
         answer.kind == SolverAnswer::Kind::Answered && facts.optimum.empty();
}

// Incremental scripts with checks of open truth: compares the solver's answers with one another, and with its answers
// to the formulas of single checks.
MaybeJudgement judge_own_answers(const SolverRun& run, const core::Verdict* /*so_far*/) {
  if (!can_contradict_itself(run.facts, run.answer) || !run.terms.is_readable()) return std::nullopt;
  TermStore& store = run.terms.store();
  const AskForModel ask = [&](const Script& question) {
    return run.ask(respelled(run.target, store, question, print_script(store, question)), {.model = true});
  };
  const bool may_ask = run.ask && run.options.empty();
  auto found =
      find_contradiction(store, run.terms.script(), run.answer.replies, may_ask ? ask : AskForModel(), kMaxChecksAlone);
  if (!found) return std::nullopt;
  Judgement judgement{core::Verdict::bug(core::BugKind::Inconsistent, "contradicts itself", found->detail)};
  if (found->witness && found->check) judgement.satisfied = {*found->check, *found->witness};
  return judgement;
}

}  // namespace assay::smt
