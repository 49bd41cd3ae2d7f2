#include "trigger/prover/reply.hpp"

#include <array>
#include <utility>

#include "base/text.hpp"
#include "trigger/prover/work.hpp"

namespace assay::trigger {
namespace {

constexpr std::array kAnswers = {std::pair{"unsat", Answer::Unsat}, std::pair{"sat", Answer::Sat},
                                 std::pair{"unknown", Answer::Unknown}, std::pair{"timeout", Answer::Timeout}};

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

}  // namespace

core::Limits limits_for(double seconds, std::uint64_t memory_bytes) {
  constexpr double kBusy = 3;
  core::Limits limits;
  limits.wall_seconds = kBusy * seconds;
  limits.cpu_seconds = seconds;
  limits.counts_waiting = false;
  limits.memory_bytes = memory_bytes;
  return limits;
}

Reply reply_of(std::string_view out, std::string_view err) {
  while (!out.empty()) {
    const std::string_view line = trim(take_line(out));
    for (const auto& [word, answer] : kAnswers) {
      if (line != word) continue;
      Reply reply{answer, std::string(out), 0};
      read_work(reply);
      return reply;
    }
    if (line.starts_with("(error") && line.find("out of memory") != std::string_view::npos)
      return {Answer::OutOfMemory, printable(line), 0};
    if (line.starts_with("(error")) return {Answer::Failed, printable(line), 0};
  }
  const std::string complaint = printable(trim(take_line(err)));
  if (complaint.find("out of memory") != std::string::npos) return {Answer::OutOfMemory, complaint, 0};
  return {Answer::Failed, complaint.empty() ? "it gave no answer" : complaint, 0};
}

Reply reply_of_limited_run(const core::TargetEnd& end) {
  if (end.kind == core::TargetEnd::Kind::Cancelled || end.limit == core::TargetEnd::Limit::Time)
    return {Answer::Timeout, {}, 0};
  if (end.limit == core::TargetEnd::Limit::Memory) return {Answer::OutOfMemory, {}, 0};
  return {Answer::Failed, std::string(end.skip_reason()), 0};
}

Reply reply_of(const core::ProcessResult& result) {
  Reply reply;
  const core::TargetEnd end = core::classify(result);
  switch (end.kind) {
    case core::TargetEnd::Kind::Ended: reply = reply_of(result.out, result.err); break;
    case core::TargetEnd::Kind::Missing: reply.text = end.message; break;
    case core::TargetEnd::Kind::Crashed: reply.text = "signal " + std::to_string(result.signal); break;
    case core::TargetEnd::Kind::Limited:
    case core::TargetEnd::Kind::Cancelled: reply = reply_of_limited_run(end); break;
  }
  if (result.truncated) reply = {Answer::Failed, "it printed too much", 0};
  reply.seconds = result.usage.cpu_seconds();
  return reply;
}

}  // namespace assay::trigger
