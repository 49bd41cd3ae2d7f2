#include <algorithm>
#include <memory>
#include <string>

#include "trigger/prover/work.hpp"
#include "trigger/search/goal_search.hpp"
#include "trigger/search/search_source.hpp"

namespace assay::trigger {
namespace {

/// Solutions of a higher cost are not looked for.
constexpr unsigned kMaxCost = 17;
/// Maximum number of terms of one run of E-matching: new ones, and the last ones before them.
constexpr std::size_t kMaxAtOnce = 500;
/// Maximum number of terms that are in all of these runs: the first terms for axioms that E-matching never finds alone.
constexpr std::size_t kMaxKept = 400;
/// After a run that a limit cut, runs have fewer terms: 1/kFewerAtOnce, at least kMinAtOnce.
constexpr std::size_t kFewerAtOnce = 5;
constexpr std::size_t kMinAtOnce = 6;
/// Work of one step.
constexpr Work kWorkPerStep = 3;

/// The source that make_goal_source() returns: E-matching with the terms of all solutions up to a cost, which
/// rises when all have been checked.
class FromGoal : public TermSource {
 public:
  explicit FromGoal(const Workplace& work) : work_(work), search_(work) {}

  Turn next() override {
    Turn turn;
    if (next_ == terms_.size() && cost_ < kMaxCost) {
      const std::size_t before = search_.steps();
      const Terms more = search_.terms(cost_++);
      turn.work += kWorkPerStep * (search_.steps() - before);
      terms_.insert(terms_.end(), more.begin(), more.end());
      const std::size_t room = std::min(search_.never_matched(), kMaxKept - std::min(kMaxKept, kept_.size()));
      kept_.insert(kept_.end(), more.begin(), more.begin() + static_cast<std::ptrdiff_t>(room));
    }
    if (next_ == terms_.size()) {
      if (cost_ == kMaxCost) turn.progress = Progress::Over;
      return turn;
    }
    const std::size_t begin = next_;
    next_ = std::min(next_ + at_once_, terms_.size());
    const auto end = terms_.begin() + static_cast<std::ptrdiff_t>(next_);
    Terms all(end - static_cast<std::ptrdiff_t>(std::min(at_once_, next_)), end);
    if (at_once_ == kMaxAtOnce)
      for (const smt::TermId term : kept_)
        if (std::find(all.begin(), all.end(), term) == all.end()) all.push_back(term);
    const Terms terms = work_.known.without_known(work_.store, all);
    if (!terms.empty() && is_cut(terms, turn) && at_once_ > kMinAtOnce) {
      next_ = begin;
      at_once_ = std::max(kMinAtOnce, at_once_ / kFewerAtOnce);
    }
    return turn;
  }

 private:
  /// Runs E-matching with the terms. True if a limit cuts the run.
  bool is_cut(const Terms& terms, Turn& turn) {
    const double limit = at_once_ == kMaxAtOnce ? limit_after(work_.options, 1) : work_.validator.quick_seconds();
    const Reply reply = work_.validator.check(terms, work_.validator.form_of(terms), limit, work_.deadline);
    turn.work += work_used(reply, limit);
    if (at_once_ == kMaxAtOnce || reply.answer == Answer::Unsat)
      work_.result.tried.push_back("search from the goal, cost " + std::to_string(cost_ - 1) + ", " +
                                   std::to_string(terms.size()) + " terms: E-matching says " +
                                   std::string(name(reply.answer)));
    if (reply.answer == Answer::Unsat) turn.found = FoundTerms{terms, "search from the goal"};
    return was_cut(reply.answer);
  }

  const Workplace& work_;
  GoalSearch search_;
  Terms terms_;
  Terms kept_;
  std::size_t next_ = 0;  ///< number of terms that were checked
  std::size_t at_once_ = kMaxAtOnce;
  unsigned cost_ = 0;  ///< of the next solutions
};

}  // namespace

std::unique_ptr<TermSource> make_goal_source(const Workplace& work) { return std::make_unique<FromGoal>(work); }

}  // namespace assay::trigger
