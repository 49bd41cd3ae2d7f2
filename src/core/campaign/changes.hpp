#pragma once

#include <cstddef>
#include <stop_token>
#include <vector>

#include "core/campaign/judge.hpp"

namespace assay::core {

// Campaigns that report only differences between their targets (Module::only_changes).

/// CPU seconds of the runs of one worker, by target.
class RunCosts {
 public:
  void add(const std::vector<Trial>& trials);
  /// The order in which `targets` targets run: the listed order, but a target that needed less than half of the CPU
  /// time of an earlier target precedes that target.
  [[nodiscard]] std::vector<std::size_t> cheapest_first(std::size_t targets) const;

 private:
  std::vector<double> seconds_;
};

/// Runs all targets, and judges them if their outcomes differ. If the outcomes are equal, or if the first run shows
/// that no difference can count, the targets get verdicts without judging and Judgement::alike is true.
[[nodiscard]] Judgement judge_different(Tester& tester, const Case& subject, std::size_t targets, RunMode mode,
                                        const std::stop_token& stop, const RunCosts& costs);

/// Keeps the bugs of later targets that are differences between targets, and adds answers that are lost or slower than
/// the first target's. Other bugs become passes with a reservation, as does a bug of the first target alone. Does
/// nothing if the module does not look for changes or has only one target.
void keep_changes(const Module& module, Judgement& judgement);

/// After keep_changes: of several targets with the same kind of bug only the first keeps it, because they probably have
/// the same cause.
void report_once(Judgement& judgement);

}  // namespace assay::core
