#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "core/campaign/observer.hpp"
#include "core/case/tester.hpp"
#include "core/options/options.hpp"
#include "core/store/store.hpp"

namespace assay::core {

/// The shard's share of a campaign's first `tests` cases, in chunks of `size`. It is the shard's own limit, so that all
/// shards together run exactly the first `tests` cases.
[[nodiscard]] std::uint64_t tests_of_shard(std::uint64_t tests, Shard shard, std::uint64_t size = kChunkSize);

struct CampaignOptions {
  unsigned jobs = 1;
  // The limits count from the campaign's start, over all resumes. Without a limit, the campaign runs until it is
  // stopped.
  std::optional<double> seconds;          ///< seconds of testing; preparations do not count
  std::optional<std::uint64_t> tests;     ///< run exactly this many cases: the first of the shard
  std::optional<std::uint64_t> findings;  ///< stop at this number of distinct findings

  unsigned confirmations = 3;        ///< fresh runs of each failed case; 0 counts as 1
  std::size_t reductions_alike = 5;  ///< the parameter `limit` of Store::plan
  std::size_t reduce_runs = 2000;    ///< maximum target runs of one reduction
  double reduce_seconds = 60;        ///< maximum CPU seconds of one reduction
  /// The share of the time for confirmations and reductions, if Module::reduces_later: with a time limit, its last
  /// part; with a limit of cases, after the last case. 1, or a limit of findings: each bug is reduced at once.
  double reduce_share = 0.3;
  /// Seconds after the time limit in which workers may still finish the reproductions of findings.
  double reproduction_seconds = 30;
  double progress_seconds = 1;  ///< between two Progress events
  bool controls = true;         ///< refuse to start when a control fails
  /// Time limit for everything before the first case: reading inputs, asking targets for versions and limits, controls.
  double preparation_seconds = 300;
  /// Start of the command; the preparation time counts from here.
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
};

/// `began` plus `preparation_seconds`.
[[nodiscard]] std::chrono::steady_clock::time_point end_of_preparation(const CampaignOptions& options);

/// The flags "time", "tests", "findings", "jobs", "prepare-time", "confirmations", "reduce-runs", "reduce-time",
/// "reduce-share" and "skip-controls".
[[nodiscard]] const OptionTable<CampaignOptions>& campaign_option_table();

/// A target passes because its outcome is that of another target (Module::only_changes).
inline constexpr PassRow kAlike{
    "a run with `--only-changes`", "that another version has another outcome",
    "the outcome itself: a bug that all versions have alike, or only the old one, is counted "
    "(a reservation)"};

/// The result of one session of a campaign.
struct Summary {
  StopReason reason = StopReason::Tests;
  std::optional<Error> error;  ///< set for NothingToTest, StoreFailed and WorkersFailed
  Progress progress;
  std::uint64_t session_tests = 0;  ///< cases done in this session
  double session_seconds = 0;       ///< seconds of testing in this session, without its preparation
  CpuShares session_cpu;
  std::size_t unconfirmed_bugs = 0;  ///< that wait for a resume (Suspects): without a finding, the campaign is no pass
};

/// Runs or resumes the campaign of `store` until a limit or a stop. The same seed and configuration give the same cases
/// for every `jobs`. Fails before the first case when the store belongs to another campaign, a control fails (the
/// message names target, control, expected and actual answer), no worker can be made, or the preparation time ends
/// before the controls do. A trial that a stop cuts short does not count: the next resume runs its case again.
[[nodiscard]] Result<Summary> run_campaign(const Module& module, const CampaignOptions& options, Store& store,
                                           Observer& observer, const std::stop_token& stop);

/// Runs every control of the module twice: in the campaign's way of running cases, and in a fresh process. Both runs
/// must give the expected verdict. Fails when no tester can be made or a stop was requested.
[[nodiscard]] Result<std::vector<ControlResult>> check_controls(const Module& module, const std::stop_token& stop);

}  // namespace assay::core
