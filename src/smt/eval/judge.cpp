#include <algorithm>

#include "assay/smt/eval.hpp"

namespace assay::smt {
namespace {

/// The assertion stack of a script.
class Levels {
 public:
  void add(const Command& command) { assertions_.push_back({command.terms.front(), command.where, false, Lack::None}); }
  void push(std::uint64_t count) {
    // A script that asks for more levels than this closes none of them either.
    levels_.insert(levels_.end(), std::min<std::uint64_t>(count, kMaxPush), assertions_.size());
  }
  void pop(std::uint64_t count) {
    for (; count > 0 && !levels_.empty(); --count) {
      assertions_.resize(levels_.back());
      levels_.pop_back();
    }
  }
  void clear() {
    assertions_.clear();
    levels_.clear();
  }
  [[nodiscard]] const std::vector<JudgedAssertion>& assertions() const { return assertions_; }

 private:
  static constexpr std::uint64_t kMaxPush = 10'000;
  std::vector<JudgedAssertion> assertions_;
  std::vector<std::size_t> levels_;
};

}  // namespace

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
  Levels levels;
  std::vector<JudgedAssertion> at_check;
  bool checked = false;
  for (const Command& command : script.commands) {
    switch (command.kind) {
      case CommandKind::Assert: levels.add(command); break;
      case CommandKind::Push: levels.push(command.number); break;
      case CommandKind::Pop: levels.pop(command.number); break;
      case CommandKind::Reset:
      case CommandKind::ResetAssertions: levels.clear(); break;
      case CommandKind::CheckSat:
      case CommandKind::CheckSatUsing:
      case CommandKind::CheckSatAssuming:
        checked = true;
        at_check = levels.assertions();
        for (const TermId assumption : command.terms) {
          at_check.push_back({assumption, command.where, false, Lack::None});
        }
        break;
      case CommandKind::Exit: return checked ? at_check : levels.assertions();
      default: break;
    }
  }
  return checked ? at_check : levels.assertions();
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
