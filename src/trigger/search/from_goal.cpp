#include <algorithm>
#include <memory>
#include <string>

#include "trigger/prover/work.hpp"
#include "trigger/search/goal_search.hpp"
#include "trigger/search/search_source.hpp"

namespace assay::trigger {
namespace {

/// Solutions of a higher cost are not looked for.
constexpr unsigned kMaxCost = 14;
/// Maximum number of terms of one run of E-matching: new ones, and the last ones before them.
constexpr std::size_t kMaxAtOnce = 800;
/// Work of one step.
constexpr Work kWorkPerStep = 3;

/// The source that make_goal_source() returns: E-matching with the terms of all solutions up to a cost, which
/// rises when all have been checked.
class FromGoal : public TermSource {
 public:
  explicit FromGoal(const Workplace& work) : work_(work), search_(work) {}

  Turn next() override {
    Turn turn;
    while (next_ == terms_.size() && cost_ < kMaxCost && !work_.deadline.passed()) {
      const std::size_t before = search_.steps();
      const Terms more = search_.terms(++cost_);
      turn.work += kWorkPerStep * (search_.steps() - before);
      terms_.insert(terms_.end(), more.begin(), more.end());
    }
    if (next_ == terms_.size() || is_over_) {
      turn.progress = Progress::Over;
      return turn;
    }
    next_ = std::min(next_ + kMaxAtOnce, terms_.size());
    const auto end = terms_.begin() + static_cast<std::ptrdiff_t>(next_);
    const Terms terms = work_.known.without_known(
        work_.store, Terms(end - static_cast<std::ptrdiff_t>(std::min(kMaxAtOnce, next_)), end));
    if (!terms.empty()) check(terms, turn);
    return turn;
  }

 private:
  void check(const Terms& terms, Turn& turn) {
    const double limit = limit_after(work_.options, 1);
    const Reply reply = work_.validator.check(terms, work_.validator.form_of(terms), limit, work_.deadline);
    turn.work += work_used(reply, limit);
    work_.result.tried.push_back("search from the goal, cost " + std::to_string(cost_) + ", " +
                                 std::to_string(terms.size()) + " terms: E-matching says " +
                                 std::string(name(reply.answer)));
    if (reply.answer == Answer::Unsat) turn.found = FoundTerms{terms, "search from the goal"};
    is_over_ = was_cut(reply.answer);
  }

  const Workplace& work_;
  GoalSearch search_;
  Terms terms_;
  std::size_t next_ = 0;  ///< number of terms that were checked
  unsigned cost_ = 0;
  bool is_over_ = false;
};

}  // namespace

std::unique_ptr<TermSource> make_goal_source(const Workplace& work) { return std::make_unique<FromGoal>(work); }

}  // namespace assay::trigger
