#include "analyzer/check/run/run_outcome.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "core/target/ending.hpp"

namespace assay::analyzer {

RunOutcome outcome_of(const core::ProcessResult& result) {
  const core::TargetEnd end = core::classify(result);
  return {end.kind == core::TargetEnd::Kind::Ended || end.kind == core::TargetEnd::Kind::Crashed, result.exit_code,
          result.signal, result.out};
}

std::string RunOutcome::text() const {
  const std::string how =
      signal != 0 ? "killed by signal " + std::to_string(signal) : "exit code " + std::to_string(exit_code);
  constexpr std::size_t kShownOutput = 200;
  return how + ", output \"" + printable(shortened(out, kShownOutput)) + '"';
}

ReferenceOutcome::ReferenceOutcome(RunOutcome first) : first_(std::move(first)) {
  for (const std::string_view line : split(first_.out, '\n')) lines_.emplace_back(line);
  varies_.assign(lines_.size(), false);
}

void ReferenceOutcome::add(const RunOutcome& again) {
  const std::vector<std::string_view> lines = split(again.out, '\n');
  comparable_ = comparable_ && again.ended && again.exit_code == first_.exit_code && again.signal == first_.signal &&
                lines.size() == lines_.size();
  for (std::size_t i = 0; comparable_ && i < lines.size(); ++i) varies_[i] = varies_[i] || lines[i] != lines_[i];
}

bool ReferenceOutcome::agrees(const RunOutcome& other) const {
  if (!comparable_) return true;
  const std::vector<std::string_view> lines = split(other.out, '\n');
  if (other.ended != first_.ended || other.exit_code != first_.exit_code || other.signal != first_.signal) return false;
  if (lines.size() != lines_.size()) return false;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!varies_[i] && lines[i] != lines_[i]) return false;
  return true;
}

bool ReferenceOutcome::differs() const {
  return !comparable_ || std::find(varies_.begin(), varies_.end(), true) != varies_.end();
}

}  // namespace assay::analyzer
