#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "core/campaign/changes.hpp"
#include "core/campaign/investigation.hpp"
#include "core/campaign/judge.hpp"
#include "core/campaign/session.hpp"
#include "core/case/tester.hpp"

namespace assay::core {

/// One thread of a campaign: runs chunks of cases and investigates their bugs.
class Worker {
 public:
  explicit Worker(Session& session) : session_(session) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Works until nothing is left or a stop is requested. Throws nothing.
  void run() noexcept;

 private:
  enum class Step : std::uint8_t { Done, Cancelled };

  void work();
  void leave_cases();
  [[nodiscard]] bool make_tester();
  /// Calls `function`. An exception becomes a message that contains `what`, and a new tester replaces the old one,
  /// whose state is unknown. False after an exception.
  bool guarded(const std::string& what, const std::function<void()>& function);

  /// False if it ended before the chunk's last case.
  [[nodiscard]] bool do_chunk(const Chunk& chunk);
  [[nodiscard]] Step do_case(std::uint64_t index);
  [[nodiscard]] Step judge_case(const Case& subject);
  void finish_case(const Chunk& chunk, std::uint32_t done);
  void count(const Case& subject, const std::string& target, const Verdict& verdict, double cpu_seconds);
  void count_cpu();
  void flush();

  // The investigation of a bug (investigation.hpp).
  [[nodiscard]] Step handle_bug(const Case& subject, std::size_t target, Trial& trial, bool compared,
                                unsigned number = 0);
  /// Handles Trial::also.
  [[nodiscard]] Step handle_further(std::size_t target, const Trial& trial);
  /// Keeps the bug for later (Suspects).
  [[nodiscard]] Step suspect(Finding finding);
  /// Investigates suspects while `due` says so. False: a stop was requested.
  bool investigate_suspects(const std::function<bool()>& due);
  /// Steps 1 to 8.
  [[nodiscard]] Step investigate(const Case& subject, std::size_t target, Finding finding, Trial& trial);
  /// The decision about a bug, by the bugs that are stored and counted so far.
  [[nodiscard]] Result<Store::BugPlan> plan(const Finding& finding);
  [[nodiscard]] Confirmation confirm(const Case& subject, std::size_t target, const Trial& seen, bool compared);
  /// Confirms the bug with the longer cases of Tester::as_in_kept_process, which then become the finding's case.
  /// Returns `alone` if all of them pass.
  [[nodiscard]] Confirmation confirm_as_kept(Finding& finding, std::size_t target, const Trial& seen,
                                             Confirmation alone);
  /// `number`: of the failure, if the trial has several.
  [[nodiscard]] Finding make_finding(const Case& subject, std::size_t target, const Trial& trial, bool compared,
                                     unsigned number) const;
  [[nodiscard]] Step settle(Finding finding, Trial& trial, const Confirmation& confirmation);
  void keep_unconfirmed(Finding finding, const Confirmation& confirmation);
  [[nodiscard]] Step store_and_reduce(Finding finding);
  [[nodiscard]] std::optional<std::size_t> position_of(const std::string& target) const;
  /// If no tester is left, the finding stays in the store unreduced, and a resume continues with it. `announced`: false
  /// if FindingEvent::What::New must wait until the reduction shows that the finding is no duplicate.
  void reduce(Finding finding, bool announced = true);
  /// Sets the status and the reduced case; returns the verdict that the signature is made from.
  [[nodiscard]] Verdict reduce_case(Finding& finding, std::size_t target);
  /// For a difference between targets: tells the reducer what a smaller case must show.
  void ask_for_difference(ReduceBudget& budget, const Finding& finding, std::size_t target);
  /// Runs `subject` in a fresh process; `trial` gets the result. False if an exception prevented the run.
  [[nodiscard]] bool run_again(const Finding& finding, std::size_t target, const Case& subject, Trial& trial);
  /// Drops the interim case of an interrupted reduction if it does not fail; then the reduction begins anew.
  void check_partial(Finding& finding, std::size_t target);
  [[nodiscard]] Verdict verify_reduction(Finding& finding, std::size_t target, Case reduced);
  void sign(Finding& finding, std::size_t target, const Verdict& verdict);
  /// Makes the reproduction for the finding's case as it is now.
  void reproduce(Finding& finding, std::size_t target);
  void resolve(Finding finding, bool announced);
  /// Emits FindingEvent::What::New for a finding that stays unresolved in this session, unless it was emitted before.
  void announce_unresolved(const Finding& finding, bool announced);
  /// Ends the campaign, because the store failed, and reports the finding that could not be stored.
  void report_not_stored(const Error& error, Finding finding);

  Session& session_;
  std::unique_ptr<Tester> tester_;
  bool alive_ = true;
  bool has_cases_ = true;
  RunCosts costs_;

  // The current case; counted when it is done.
  std::vector<Tally> case_tallies_;
  std::vector<LabelTally> case_labels_;
  std::vector<WorkerProgress::Repeat> case_repeats_;
  std::vector<MeasuredRun> case_measured_;
  bool has_bug_ = false;
  bool some_target_ran_ = false;

  // Cases done, but not committed.
  std::map<std::uint64_t, std::uint32_t> chunks_;
  std::uint64_t tests_ = 0;
  std::uint64_t voids_ = 0;
  std::map<std::tuple<std::string, std::string, std::string, Verdict::Outcome, std::string>, Tally> tallies_;
  std::map<std::tuple<std::string, std::string, std::string>, std::uint64_t> labels_;  ///< by target, label and kind
  std::vector<WorkerProgress::Repeat> repeats_;
  std::vector<MeasuredRun> measured_;
  std::chrono::steady_clock::time_point last_flush_ = std::chrono::steady_clock::now();

  // CPU seconds.
  double own_before_ = 0;
  double generate_cpu_ = 0;
  double target_cpu_ = 0;
  double reduction_cpu_ = 0;  ///< the counted part of this tester's reduction_cpu_seconds()
};

}  // namespace assay::core
