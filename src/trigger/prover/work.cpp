#include "trigger/prover/work.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace assay::trigger {
namespace {

/// z3's resource limit is a 32-bit number.
constexpr double kMaxWork = 4e9;

constexpr std::string_view kWorkMark = "(:rlimit ";
constexpr std::string_view kReasonMark = "(:reason-unknown \"";

/// The text after the last occurrence of `mark`, up to `end`; empty if there is no mark.
std::string_view last_after(std::string_view text, std::string_view mark, char end) {
  const std::size_t at = text.rfind(mark);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + mark.size());
  return text.substr(0, text.find(end));
}

}  // namespace

Work work_of(double seconds) { return static_cast<Work>(std::clamp(seconds * kWorkPerSecond, 1.0, kMaxWork)); }

double nominal_seconds(const Reply& reply) {
  return reply.work > 0 ? static_cast<double>(reply.work) / kWorkPerSecond : reply.seconds;
}

Work work_used(const Reply& reply, double seconds, Work faster) {
  if (reply.answer == Answer::Timeout) return work_of(kCpuTimeMargin * seconds) + kWorkPerRun;
  if (reply.work == 0 && was_cut(reply.answer)) return work_of(seconds) + kWorkPerRun;
  return reply.work / faster + kWorkPerRun;
}

std::string with_work_limit(std::string_view script, double seconds) {
  return "(set-option :rlimit " + std::to_string(work_of(seconds)) + ")\n" + std::string(script) +
         "(get-info :reason-unknown)\n(get-info :rlimit)\n";
}

std::string with_work_counter(std::string_view script) { return std::string(script) + "(get-info :rlimit)\n"; }

void read_work(Reply& reply) {
  reply.work = parse_unsigned(last_after(reply.text, kWorkMark, ')')).value_or(0);
  if (reply.answer != Answer::Unknown) return;
  const std::string_view reason = last_after(reply.text, kReasonMark, '"');
  const bool cut = reason.find("resource limit") != std::string_view::npos || reason == "canceled";
  if (cut) reply.answer = Answer::OutOfWork;
}

}  // namespace assay::trigger
