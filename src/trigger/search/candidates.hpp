#pragma once

#include <deque>
#include <future>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// Candidate terms that wait for validation, several together (section 4.4.3, batch): more terms never hide a
/// refutation, but for a matching loop. A batch that runs into its limit is split; a candidate that does so alone is
/// remembered and never put together with others again. With several jobs, batches are validated while the search goes
/// on; answers are looked at in the order of the batches, so that the winner does not depend on the number of jobs.
class Candidates {
 public:
  explicit Candidates(const Workplace& work) : work_(work) {}
  ~Candidates();
  Candidates(const Candidates&) = delete;
  Candidates& operator=(const Candidates&) = delete;

  /// How many are validated together from now on.
  void set_batch(std::size_t batch) { batch_ = batch; }
  /// Remembers a candidate, and validates those that wait when they are enough. True: a winner is found.
  bool add(Terms terms);
  /// Validates those that wait, and waits for the answers.
  bool flush();
  /// All candidates so far together: refutations that need instantiations from different clusters.
  bool all_together();
  [[nodiscard]] const std::optional<Terms>& found() const { return found_; }
  /// The same; the search may go on.
  [[nodiscard]] std::optional<Terms> take();
  [[nodiscard]] std::size_t loops() const { return loops_; }
  /// Batches that loop are split as long as the work so far is less than this; the rest waits for `go_on`.
  void set_budget(Work most) { most_ = most; }
  /// Waits for the answers, and splits what waits for it. True: a winner is found.
  bool go_on();
  /// Whether batches wait to be split.
  [[nodiscard]] bool busy() const { return !halves_.empty(); }
  /// How many batches were sent to be validated: unlike the cost of their answers, known at once.
  [[nodiscard]] std::size_t batches() const { return batches_; }
  /// What the answers that were looked at cost.
  [[nodiscard]] Work work() const { return spent_; }

 private:
  struct Running {
    std::vector<Terms> batch;
    Terms terms;
    std::future<Reply> reply;
  };
  void start();
  /// Looks at answers in their order: those that are there, and more until at most `most` batches are running.
  void look(std::size_t most);
  void judge(const std::vector<Terms>& batch, const Terms& terms, const Reply& reply);
  void validate();
  void keep(const std::vector<Terms>& batch);
  void look_again();

  const Workplace& work_;
  std::size_t batch_ = 1;
  std::set<Terms> seen_;
  std::vector<Terms> waiting_;
  std::vector<Terms> again_;  ///< candidates that were validated together with a winner
  std::deque<Running> running_;
  Terms history_;  ///< terms of candidates that made no loop
  std::set<smt::TermId> in_history_;
  std::size_t together_ = 0;
  std::size_t loops_ = 0;
  std::size_t batches_ = 0;
  std::vector<std::vector<Terms>> halves_;  ///< of batches that ran into their limit
  Work spent_ = 0;
  Work most_ = std::numeric_limits<Work>::max();
  std::optional<Terms> found_;
};

}  // namespace assay::trigger
