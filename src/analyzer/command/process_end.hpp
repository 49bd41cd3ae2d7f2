#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/command/command.hpp"
#include "analyzer/target/definition.hpp"
#include "core/proc/proc.hpp"
#include "core/target/patterns.hpp"

namespace assay::analyzer {

/// The names of statuses in files and for people.
inline constexpr auto json_names(RunEnd::Status) {
  using enum RunEnd::Status;
  return std::array{std::pair{Done, "done"}, std::pair{Limited, "limited"}, std::pair{Failed, "failed"},
                    std::pair{Rejected, "rejected"}, std::pair{Stopped, "stopped"}};
}
[[nodiscard]] std::string_view name(RunEnd::Status status);

/// Regular expressions of lines that an analyzer prints (Tuning has the same ones).
struct EndPatterns {
  std::vector<std::string> rejected;  ///< the analyzer does not know a setting
  std::vector<std::string> failed;    ///< the results do not count
  std::string finished;               ///< the analysis is complete; empty: no line says so
};

[[nodiscard]] EndPatterns end_patterns(const Tuning& tuning);

/// The limits of one process of an analyzer. The wall time is six times the CPU time plus three seconds, because a
/// waiting process uses no CPU time and many processes may share the machine.
[[nodiscard]] core::Limits process_limits(double cpu_seconds, std::uint64_t memory_bytes);

/// A list of these regular expressions; the meaning of each is its own text.
[[nodiscard]] core::PatternList pattern_list(const std::vector<std::string>& texts);

/// Judges a run by the end and the output of an analyzer's process. Exit codes do not count: some analyzers report
/// results by an exit code other than 0, and some always exit with 0.
class ProcessEnds {
 public:
  ProcessEnds(const std::vector<core::OutputPattern>& crashes, const EndPatterns& patterns);

  /// The run's cost and its status. Done: the caller has to read the results.
  [[nodiscard]] RunEnd judge(const core::ProcessResult& result) const;
  /// The same for a command that only prepares, whose output lacks the last line of an analysis.
  [[nodiscard]] RunEnd judge_preparation(const core::ProcessResult& result) const;

 private:
  core::PatternList crashes_, rejected_, failed_, finished_;
  bool must_finish_;
};

}  // namespace assay::analyzer
