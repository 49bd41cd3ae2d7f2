#pragma once

#include <string>
#include <string_view>

#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// Units of z3's resource counter per second of CPU time (measured: 2 million in matching loops, 30 million without
/// quantifiers). Limits are given in seconds and enforced in work, so that the machine's load does not matter.
constexpr double kWorkPerSecond = 5e6;
/// CPU time limit of a run, as a multiple of its limit in seconds, for runs that do less work per second.
constexpr double kCpuTimeMargin = 1.5;
/// Work of printing a script, starting a solver, and parsing the script there.
constexpr Work kWorkPerRun = 100'000;

/// The work of `seconds`, at least 1 and at most 4e9 (z3's limit has 32 bits).
[[nodiscard]] Work work_of(double seconds);
/// The run's work in seconds, or its CPU time if the solver does not count work.
[[nodiscard]] double nominal_seconds(const Reply& reply);
/// The work of a run with a limit of `seconds`, including kWorkPerRun. A run that the time limit cut counts as the work
/// of its whole CPU time limit; any other cut run that reports no work, as the work of `seconds`. `faster`: how many
/// times more work than usual such a run does in a second.
[[nodiscard]] Work work_used(const Reply& reply, double seconds, Work faster = 1);

/// The script with a limit of the work of `seconds`. The reply contains the work that was done, and is OutOfWork if the
/// limit cut the run.
[[nodiscard]] std::string with_work_limit(std::string_view script, double seconds);
/// The script without a limit; its reply contains the work that was done.
[[nodiscard]] std::string with_work_counter(std::string_view script);
/// Sets Reply::work, and the answer OutOfWork, from the text that such scripts print after their answer.
void read_work(Reply& reply);

}  // namespace assay::trigger
