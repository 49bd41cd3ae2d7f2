#include <algorithm>
#include <optional>
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

std::vector<JudgedAssertion> active_assertions(const Script& script) {
  AssertionStack stack;
  const auto now = [&stack] {
    std::vector<JudgedAssertion> assertions;
    for (const Command* command : stack.active())
      assertions.push_back({command->terms.front(), command->where, false, Lack::None});
    return assertions;
  };
  std::optional<std::vector<JudgedAssertion>> at_check;
  for (const Command& command : script.commands) {
    if (command.kind == CommandKind::Exit) break;
    if (!stack.step(command)) continue;
    at_check = now();
    for (const TermId assumption : command.terms) at_check->push_back({assumption, command.where, false, Lack::None});
  }
  return at_check ? std::move(*at_check) : now();
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
