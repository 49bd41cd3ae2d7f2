#pragma once

#include <string>
#include <string_view>

#include "assay/trigger/prover.hpp"

namespace assay::trigger {

/// What z3 does in a second of CPU time (2 million in matching loops, 30 million without quantifiers): limits are given
/// in seconds and counted in work, so that a loaded machine cuts the same runs as an idle one.
constexpr double kWorkPerSecond = 5e6;
/// Where z3 does less in a second, a run has so many times the CPU time before the time cuts it.
constexpr double kCpuTimeMargin = 1.5;
/// To print a script, to start a solver, and to read the script there.
constexpr Work kWorkPerRun = 100'000;

/// The work of so many seconds, as far as z3 can count.
[[nodiscard]] Work work_of(double seconds);
/// The seconds that a run stands for: those of its work, or of CPU time where the solver does not count work.
[[nodiscard]] double nominal_seconds(const Reply& reply);
/// What a run with a limit of so many seconds costs its engine: the work that it did; where the time cut it, all the
/// CPU time that it had.
/// `faster`: so many times as much work as usual is done in a second of such a run.
[[nodiscard]] Work charged(const Reply& reply, double seconds, Work faster = 1);

/// The script, cut after the work of so many seconds. Its reply has the work that was done, and is OutOfWork where it
/// was cut.
[[nodiscard]] std::string with_work_limit(std::string_view script, double seconds);
/// The script without a limit, whose reply has the work, too.
[[nodiscard]] std::string with_work_told(std::string_view script);
/// Reads what such scripts print after their answer.
void note_work(Reply& reply);

}  // namespace assay::trigger
