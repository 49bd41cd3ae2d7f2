#include "process_end.hpp"

#include <string_view>

#include "assay/base/text.hpp"
#include "assay/core/target/ending.hpp"

namespace assay::analyzer::tune {
namespace {

using Became = Outcome::Status;
using SaidLines = std::vector<std::string_view>;

constexpr std::size_t kLongest = 200;

core::PatternList list_of(const std::vector<std::string>& patterns) {
  std::vector<core::OutputPattern> rows;
  for (const std::string& pattern : patterns) rows.push_back({pattern, pattern});
  return core::PatternList(rows);
}

SaidLines lines_of(const core::ProcessResult& result) {
  SaidLines lines = split(result.out, '\n');
  const SaidLines errors = split(result.err, '\n');
  lines.insert(lines.end(), errors.begin(), errors.end());
  return lines;
}

std::string shown(std::string_view line) { return shortened(printable(trim(line)), kLongest); }

/// The line that a row matches; nothing: none does.
std::optional<std::string> said(const core::PatternList& patterns, const SaidLines& lines) {
  const core::PatternList::Match match = patterns.find(lines);
  return match.meaning == nullptr ? std::nullopt : std::optional(shown(lines[match.line]));
}

void end_with(Outcome& outcome, Became status, std::string reason) {
  outcome.status = status;
  outcome.reason = std::move(reason);
}

/// What our limits, the machine and signals did. False: it ended by itself.
bool judge_ending(const core::ProcessResult& result, Outcome& outcome) {
  const core::TargetEnd end = core::classify(result);
  using Kind = core::TargetEnd::Kind;
  switch (end.kind) {
    case Kind::Ended: return false;
    case Kind::Cancelled: end_with(outcome, Became::Stopped, std::string(end.skip_reason())); return true;
    case Kind::Missing: end_with(outcome, Became::Failed, "cannot start: " + end.message); return true;
    case Kind::Crashed:
      end_with(outcome, Became::Failed, "crashed (signal " + std::to_string(result.signal) + ")");
      return true;
    case Kind::Limited: break;
  }
  const bool ours = end.limit != core::TargetEnd::Limit::Outside;
  end_with(outcome, ours ? Became::Limited : Became::Failed, std::string(end.skip_reason()));
  return true;
}

}  // namespace

ProcessEnds::ProcessEnds(const Definition& definition, const Tuning& tuning)
    : crashes_(definition.crashes),
      rejected_(list_of(tuning.rejected)),
      failed_(list_of(tuning.failed)),
      finished_(list_of({tuning.finished})),
      must_finish_(!tuning.finished.empty()) {}

Outcome ProcessEnds::judge_preparation(const core::ProcessResult& result) const {
  Outcome outcome;
  outcome.cpu_seconds = result.usage.cpu_seconds();
  outcome.wall_seconds = result.usage.wall_seconds;
  outcome.memory_bytes = result.usage.peak_memory_bytes;
  if (judge_ending(result, outcome)) return outcome;
  const SaidLines lines = lines_of(result);
  if (const core::PatternList::Match match = crashes_.find(lines); match.meaning != nullptr) {
    end_with(outcome, Became::Failed, "crashed: " + *match.meaning);
  } else if (const auto complaint = said(rejected_, lines)) {
    end_with(outcome, Became::Rejected, *complaint);
  } else if (const auto reason = said(failed_, lines)) {
    end_with(outcome, Became::Failed, *reason);
  } else if (result.truncated) {
    end_with(outcome, Became::Failed, "results cannot be read: it prints too much");
  } else {
    outcome.status = Became::Done;
  }
  return outcome;
}

Outcome ProcessEnds::judge(const core::ProcessResult& result) const {
  Outcome outcome = judge_preparation(result);
  if (outcome.status == Became::Done && must_finish_ && !said(finished_, lines_of(result)))
    end_with(outcome, Became::Failed,
             "results cannot be read: it did not get to its end (exit code " + std::to_string(result.exit_code) + ")");
  return outcome;
}

}  // namespace assay::analyzer::tune
