#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/campaign/campaign.hpp"
#include "core/campaign/chunks.hpp"
#include "core/campaign/suspects.hpp"

namespace assay::core {

/// The state that the workers of one session of a campaign share.
class Session {
 public:
  Session(const Module& module, const CampaignOptions& options, Store& store, Observer& observer, const Sample& before,
          const std::vector<ChunkState>& done);

  const Module& module;
  const CampaignOptions& options;
  Store& store;
  ChunkDispenser chunks;

  /// Stops new cases. A running trial is cut short and does not count.
  [[nodiscard]] std::stop_token drain_token() const { return drain_.get_token(); }
  /// Also stops confirmations and reductions.
  [[nodiscard]] std::stop_token abort_token() const { return abort_.get_token(); }
  /// Also stops reproductions: together with abort(), unless the reason is the time limit, which grants them more time.
  [[nodiscard]] std::stop_token leave_token() const { return leave_.get_token(); }
  void drain(StopReason reason);
  void abort(StopReason reason);
  void leave() { leave_.request_stop(); }
  [[nodiscard]] StopReason reason() const { return reason_.load(); }

  /// The store cannot keep results any more: stops everything.
  void store_failed(const Error& error);
  /// Reports the error of a worker that cannot go on.
  void worker_failed(const Error& error);
  /// Records that a worker stopped in the middle of its work. No other worker redoes that work in this session.
  void leave_work() { left_work_ = true; }
  [[nodiscard]] bool left_work() const { return left_work_.load(); }
  [[nodiscard]] std::optional<Error> error();

  void emit(const Event& event);
  void say(Message::Level level, std::string text) { emit(Message{level, std::move(text)}); }
  /// For messages that may come with every case: emits the first few only.
  void say_rarely(std::string text);

  void count_tests(std::uint64_t count, std::uint64_t voids) {
    tests_ += count;
    voids_ += voids;
  }
  /// Records that a case is done. After Module::idle_limit() cases in a row on which no target was run, stops the
  /// campaign, unless the number of cases is finite.
  void note_case(bool some_target_ran);
  void count_cpu(const CpuShares& cpu);
  /// Stops the campaign when the limit of findings is reached.
  void check_findings_limit();

  /// Bugs that wait, if the campaign confirms and reduces them later (Module::reduces_later).
  Suspects suspects;
  [[nodiscard]] bool reduces_later() const;
  /// Whether a worker should take a suspect now instead of more cases.
  [[nodiscard]] bool suspects_are_due() const;
  /// Counts seconds of a worker for suspects.
  void count_suspect_seconds(double seconds) { suspect_seconds_ += seconds; }
  /// CPU seconds that the reduction of the current suspect may use.
  [[nodiscard]] double reduce_seconds() const;
  void load_suspects();
  /// A worker has no more cases. Each worker says so once.
  void leave_cases();
  /// Waits until no worker has cases, so that the choice of suspects does not depend on the number of workers.
  void wait_for_cases();
  /// Says how many suspects wait at the end.
  void report_suspects();

  [[nodiscard]] std::optional<Finding> take_unfinished();
  [[nodiscard]] Status load_unfinished();

  /// Seconds of testing in this session.
  [[nodiscard]] double session_seconds() const;
  /// Seconds of testing in all sessions, this one included.
  [[nodiscard]] double total_seconds() const;
  [[nodiscard]] Progress progress();
  [[nodiscard]] Sample sample();
  [[nodiscard]] std::uint64_t session_tests() const { return tests_.load() - voids_.load(); }
  [[nodiscard]] CpuShares session_cpu();

  void worker_started() {
    ++running_;
    ++with_cases_;
  }
  void worker_ended();
  [[nodiscard]] bool is_running() const { return running_.load() > 0; }

  /// Blocks the coordinator until wake() is called or `when` has come.
  void wait_until(std::chrono::steady_clock::time_point when);
  void wake();

 private:
  void set_reason(StopReason reason);
  void refresh_counts();

  Observer& observer_;
  Sample before_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::stop_source drain_;
  std::stop_source abort_;
  std::stop_source leave_;
  std::atomic<StopReason> reason_{StopReason::Tests};
  std::atomic<bool> has_reason_{false};
  std::atomic<bool> left_work_{false};
  std::atomic<std::uint64_t> tests_{0};
  std::atomic<std::uint64_t> voids_{0};  ///< the part of tests_ for which no case could be made
  std::atomic<std::uint64_t> idle_{0};   ///< number of cases in a row on which no target was run
  std::atomic<unsigned> running_{0};
  std::atomic<unsigned> with_cases_{0};  ///< workers that may still add suspects
  std::condition_variable_any no_cases_;
  std::atomic<double> suspect_seconds_{0};

  std::mutex observer_mutex_;
  std::mutex mutex_;  ///< guards all members below
  std::condition_variable changed_;
  bool woken_ = false;
  std::optional<Error> error_;
  CpuShares cpu_;
  unsigned rare_messages_ = 0;
  std::vector<Finding> unfinished_;
  std::vector<Tally> tallies_;  ///< as last read
  Store::FindingCounts counts_;
};

}  // namespace assay::core
