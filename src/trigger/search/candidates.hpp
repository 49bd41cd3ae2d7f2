#pragma once

#include <deque>
#include <future>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// Validates candidate terms in batches (section 4.4.3): additional terms never hide a refutation, unless they cause a
/// matching loop. A batch that runs into its limit is split; a single candidate that does so is dropped. With several
/// jobs, batches are validated while the search goes on. Answers are processed in the order of the batches, so the
/// result does not depend on the number of jobs.
class Candidates {
 public:
  explicit Candidates(const Workplace& work) : work_(work) {}
  ~Candidates();
  Candidates(const Candidates&) = delete;
  Candidates& operator=(const Candidates&) = delete;

  /// Sets the number of candidates that are validated together from now on.
  void set_batch(std::size_t batch) { batch_ = batch; }
  /// Queues a candidate, and starts the validation of a full batch. True if refuting terms are found.
  bool add(Terms terms);
  /// Validates all queued candidates, and waits for the answers. True if refuting terms are found.
  bool flush();
  /// Validates the terms of all earlier candidates together, for refutations that need instantiations from different
  /// clusters. True if refuting terms are found.
  bool all_together();
  [[nodiscard]] const std::optional<Terms>& found() const { return found_; }
  /// Returns and clears found(), so that the search may go on.
  [[nodiscard]] std::optional<Terms> take();
  [[nodiscard]] std::size_t loops() const { return loops_; }
  /// Halves of cut batches are validated only while work() is below this limit; the rest waits for go_on().
  void set_budget(Work max_work) { max_work_ = max_work; }
  /// Waits for all answers, then validates waiting halves. True if refuting terms are found.
  bool go_on();
  /// True if halves of cut batches wait for their validation.
  [[nodiscard]] bool busy() const { return !halves_.empty(); }
  /// The number of batches whose validation was started. It does not depend on how many answers have arrived.
  [[nodiscard]] std::size_t batches() const { return batches_; }
  /// The work of all processed answers.
  [[nodiscard]] Work work() const { return spent_; }

 private:
  struct Running {
    std::vector<Terms> batch;
    Terms terms;
    std::future<Reply> reply;
  };
  void start();
  /// Processes answers in order: all that have arrived, then waits until at most `max_running` batches are running.
  void process_answers(std::size_t max_running);
  void judge(const std::vector<Terms>& batch, const Terms& terms, const Reply& reply);
  void validate_halves();
  void keep(const std::vector<Terms>& batch);
  void requeue_kept();

  const Workplace& work_;
  std::size_t batch_ = 1;
  std::set<Terms> seen_;
  std::vector<Terms> waiting_;
  std::vector<Terms> kept_;  ///< candidates to validate again: see keep()
  std::deque<Running> running_;
  Terms history_;  ///< terms of the batches that no limit cut
  std::set<smt::TermId> in_history_;
  std::size_t together_ = 0;  ///< size of the history in the last all_together()
  std::size_t loops_ = 0;
  std::size_t batches_ = 0;
  std::vector<std::vector<Terms>> halves_;  ///< halves of batches that ran into their limit
  Work spent_ = 0;
  Work max_work_ = std::numeric_limits<Work>::max();
  std::optional<Terms> found_;
};

}  // namespace assay::trigger
