#include "process_end.hpp"

#include <string_view>

#include "base/text.hpp"
#include "core/target/ending.hpp"

namespace assay::analyzer {
namespace {

using RunStatus = RunEnd::Status;
using OutputLines = std::vector<std::string_view>;

constexpr std::size_t kLongestReason = 200;
/// Limits for reports about large programs, and for the text of preprocessed programs.
constexpr std::uint64_t kMaxOutput = std::uint64_t{256} << 20;
constexpr std::uint64_t kMaxFile = std::uint64_t{2} << 30;
constexpr double kWallPerCpu = 6;
constexpr double kWallAtLeast = 3;

OutputLines lines_of(const core::ProcessResult& result) {
  OutputLines lines = split(result.out, '\n');
  const OutputLines errors = split(result.err, '\n');
  lines.insert(lines.end(), errors.begin(), errors.end());
  return lines;
}

std::string shown(std::string_view line) { return shortened(printable(trim(line)), kLongestReason); }

/// The line that matches a row; nullopt: no line does.
std::optional<std::string> matching_line(const core::PatternList& patterns, const OutputLines& lines) {
  const core::PatternList::Match match = patterns.find(lines);
  return match.meaning == nullptr ? std::nullopt : std::optional(shown(lines[match.line]));
}

void end_with(RunEnd& run, RunStatus status, std::string reason) {
  run.status = status;
  run.reason = std::move(reason);
}

/// Judges a process that limits, the machine or a signal ended. False: the process ended by itself.
bool judge_ending(const core::ProcessResult& result, RunEnd& run) {
  const core::TargetEnd end = core::classify(result);
  using Kind = core::TargetEnd::Kind;
  switch (end.kind) {
    case Kind::Ended: return false;
    case Kind::Cancelled: end_with(run, RunStatus::Stopped, std::string(end.skip_reason())); return true;
    case Kind::Missing: end_with(run, RunStatus::Failed, "cannot start: " + end.message); return true;
    case Kind::Crashed:
      end_with(run, RunStatus::Failed, "crashed (signal " + std::to_string(result.signal) + ")");
      return true;
    case Kind::Limited: break;
  }
  const bool ours = end.limit != core::TargetEnd::Limit::Outside;
  end_with(run, ours ? RunStatus::Limited : RunStatus::Failed, std::string(end.skip_reason()));
  return true;
}

}  // namespace

std::string_view name(RunEnd::Status status) { return json_names(status)[static_cast<std::size_t>(status)].second; }

EndPatterns end_patterns(const Tuning& tuning) { return {tuning.rejected, tuning.failed, tuning.finished}; }

core::Limits process_limits(double cpu_seconds, std::uint64_t memory_bytes) {
  core::Limits limits;
  limits.cpu_seconds = cpu_seconds;
  limits.wall_seconds = cpu_seconds * kWallPerCpu + kWallAtLeast;
  limits.counts_waiting = false;
  limits.memory_bytes = memory_bytes;
  limits.output_bytes = kMaxOutput;
  limits.file_bytes = kMaxFile;
  return limits;
}

core::PatternList pattern_list(const std::vector<std::string>& texts) {
  std::vector<core::OutputPattern> rows;
  for (const std::string& text : texts) rows.push_back({text, text});
  return core::PatternList(rows);
}

ProcessEnds::ProcessEnds(const std::vector<core::OutputPattern>& crashes, const EndPatterns& patterns)
    : crashes_(crashes),
      rejected_(pattern_list(patterns.rejected)),
      failed_(pattern_list(patterns.failed)),
      finished_(pattern_list({patterns.finished})),
      must_finish_(!patterns.finished.empty()) {}

RunEnd ProcessEnds::judge_preparation(const core::ProcessResult& result) const {
  RunEnd run;
  run.cpu_seconds = result.usage.cpu_seconds();
  run.wall_seconds = result.usage.wall_seconds;
  run.memory_bytes = result.usage.peak_memory_bytes;
  if (judge_ending(result, run)) return run;
  const OutputLines lines = lines_of(result);
  if (const core::PatternList::Match match = crashes_.find(lines); match.meaning != nullptr) {
    end_with(run, RunStatus::Failed, "crashed: " + *match.meaning);
  } else if (const auto complaint = matching_line(rejected_, lines)) {
    end_with(run, RunStatus::Rejected, *complaint);
  } else if (const auto reason = matching_line(failed_, lines)) {
    end_with(run, RunStatus::Failed, *reason);
  } else if (result.truncated) {
    end_with(run, RunStatus::Failed, "results cannot be read: it prints too much");
  } else {
    run.status = RunStatus::Done;
  }
  return run;
}

RunEnd ProcessEnds::judge(const core::ProcessResult& result) const {
  RunEnd run = judge_preparation(result);
  if (run.status == RunStatus::Done && must_finish_ && !matching_line(finished_, lines_of(result)))
    end_with(run, RunStatus::Failed,
             "results cannot be read: it did not get to its end (exit code " + std::to_string(result.exit_code) + ")");
  return run;
}

}  // namespace assay::analyzer
