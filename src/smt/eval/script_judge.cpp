#include <algorithm>
#include <utility>

#include "assay/smt/eval.hpp"
#include "smt/eval/assertion_stack.hpp"

namespace assay::smt {
bool ModelJudgement::holds() const {
  return std::all_of(assertions.begin(), assertions.end(), [](const JudgedAssertion& a) { return a.holds; });
}

const JudgedAssertion* ModelJudgement::failed() const {
  const auto it = std::find_if(assertions.begin(), assertions.end(),
                               [](const JudgedAssertion& a) { return !a.holds && a.lack == Lack::None; });
  return it == assertions.end() ? nullptr : &*it;
}

const JudgedAssertion* ModelJudgement::open() const {
  const auto it =
      std::find_if(assertions.begin(), assertions.end(), [](const JudgedAssertion& a) { return a.lack != Lack::None; });
  return it == assertions.end() ? nullptr : &*it;
}

namespace {

std::vector<JudgedAssertion> active_on(const AssertionStack& stack) {
  std::vector<JudgedAssertion> assertions;
  for (const Command* command : stack.active())
    assertions.push_back({command->terms.front(), command->where, false, Lack::None});
  return assertions;
}

/// The active assertions at each check, and at the end of the script.
std::pair<std::vector<std::vector<JudgedAssertion>>, std::vector<JudgedAssertion>> walked(const Script& script) {
  AssertionStack stack;
  std::vector<std::vector<JudgedAssertion>> checks;
  for (const Command& command : script.commands) {
    if (command.kind == CommandKind::Exit) break;
    if (!stack.step(command)) continue;
    checks.push_back(active_on(stack));
    for (const TermId assumption : command.terms)
      checks.back().push_back({assumption, command.where, false, Lack::None});
  }
  return {std::move(checks), active_on(stack)};
}

}  // namespace

std::vector<std::vector<JudgedAssertion>> assertions_at_checks(const Script& script) { return walked(script).first; }

std::vector<JudgedAssertion> active_assertions(const Script& script) {
  auto [checks, at_end] = walked(script);
  return checks.empty() ? std::move(at_end) : std::move(checks.back());
}

ModelJudgement judge_model(TermStore& store, const Script& script, const Model& model, const EvalOptions& options) {
  ModelJudgement result{active_assertions(script)};
  Evaluator evaluator(store, model, options);
  for (JudgedAssertion& assertion : result.assertions) {
    const Outcome& outcome = evaluator.evaluate(assertion.term);
    assertion.lack = outcome.lack;
    assertion.holds = outcome.known() && outcome.value.as_bool();
  }
  return result;
}

}  // namespace assay::smt
