#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/observer.hpp"
#include "assay/core/options.hpp"
#include "assay/core/store.hpp"
#include "assay/core/tester.hpp"

namespace assay::core {

/// Cases are handed to workers in runs of this many indices; a shard is a set of such chunks.
inline constexpr std::uint64_t kChunkSize = 16;

/// How many of a campaign's first `tests` cases belong to the shard: this is the shard's own limit, so that all shards
/// together run exactly the first `tests` cases.
[[nodiscard]] std::uint64_t tests_of_shard(std::uint64_t tests, Shard shard);

struct CampaignOptions {
  unsigned jobs = 1;
  // The limits count from the campaign's start, over all resumes. Without any, it runs until it is stopped.
  std::optional<double> seconds;          ///< of testing, over all sessions; preparations do not count
  std::optional<std::uint64_t> tests;     ///< exactly the first so many cases of the shard
  std::optional<std::uint64_t> findings;  ///< distinct ones

  unsigned confirmations = 3;        ///< fresh runs of a case that failed
  std::size_t reductions_alike = 5;  ///< Store::plan's limit
  std::size_t reduce_runs = 2000;    ///< target runs of one reduction
  double reduce_seconds = 60;        ///< of one reduction
  /// Seconds after the time limit in which the workers may still make reproductions of findings.
  double reproduction_seconds = 30;
  double progress_seconds = 1;  ///< between two Progress events
  bool controls = true;         ///< refuse to start when a control fails
  /// Limit for what comes before the first case: reading inputs, asking targets for versions and limits, controls.
  double preparation_seconds = 300;
  /// When the command began, and its preparation with it.
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
};

[[nodiscard]] std::chrono::steady_clock::time_point end_of_preparation(const CampaignOptions& options);

/// As flags: "time", "tests", "findings", "jobs", "prepare-time", "confirmations", "reduce-runs", "reduce-time",
/// "skip-controls".
[[nodiscard]] const OptionTable<CampaignOptions>& campaign_option_table();

struct Summary {
  StopReason reason = StopReason::Tests;
  std::optional<Error> error;  ///< of NothingToTest, StoreFailed and WorkersFailed
  Progress progress;
  std::uint64_t session_tests = 0;  ///< of this session
  double session_seconds = 0;       ///< of testing: without what came before the first case
  CpuShares session_cpu;
};

/// Runs or resumes the campaign of `store` until a limit or a stop. The same seed and configuration give the same cases
/// for every `jobs`. Fails before the first case when the store belongs to another campaign, a control fails (the
/// message names target, control, expected and actual answer) or no worker can be made. A trial that a stop cuts short
/// does not count: the next resume runs its case again. It is also an Error when the preparation's time is up before
/// the controls have ended, because nothing was tested.
[[nodiscard]] Result<Summary> run_campaign(const Module& module, const CampaignOptions& options, Store& store,
                                           Observer& observer, const std::stop_token& stop);

/// Runs every control of the module twice, in the campaign's way of running cases and in a fresh process; both must
/// give the expected verdict. Fails when no tester can be made or a stop was requested.
[[nodiscard]] Result<std::vector<ControlResult>> check_controls(const Module& module, const std::stop_token& stop);

}  // namespace assay::core
