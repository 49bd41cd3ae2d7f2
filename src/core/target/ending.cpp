#include "core/target/ending.hpp"

#include <csignal>
#include <cstring>
#include <optional>
#include <utility>

namespace assay::core {
namespace {

using Limit = TargetEnd::Limit;

/// The limit that causes a signal; nullopt: the process's own fault.
std::optional<Limit> limit_of_signal(int signal) {
  switch (signal) {
    case SIGXCPU: return Limit::Time;
    case SIGXFSZ: return Limit::FileSize;
    case SIGKILL:
    case SIGTERM:
    case SIGINT:
    case SIGHUP: return Limit::Outside;
    default: return std::nullopt;
  }
}

std::optional<Limit> limit_of_exit_code(int exit_code) {
  constexpr int kSignalled = 128;
  for (const int signal : {SIGXCPU, SIGXFSZ, SIGKILL})
    if (exit_code == kSignalled + signal) return limit_of_signal(signal);
  return std::nullopt;
}

TargetEnd ended_by(std::optional<Limit> limit, TargetEnd::Kind otherwise) {
  return limit ? TargetEnd{TargetEnd::Kind::Limited, *limit, {}} : TargetEnd{otherwise, Limit::Time, {}};
}

}  // namespace

std::string_view TargetEnd::skip_reason() const {
  switch (kind) {
    case Kind::Ended:
    case Kind::Crashed: return {};
    case Kind::Missing: return kCannotStart;
    case Kind::Cancelled: return kCancelled;
    case Kind::Limited: break;
  }
  switch (limit) {
    case Limit::Time: return kTimeout;
    case Limit::Memory: return kOutOfMemory;
    case Limit::Output: return kOutputLimit;
    case Limit::FileSize: return kFileLimit;
    case Limit::Outside: return kKilledFromOutside;
  }
  ASSAY_CHECK(false, "a limit out of range");
}

TargetEnd classify(Ending ending, int exit_code, int signal, std::string message) {
  using Kind = TargetEnd::Kind;
  switch (ending) {
    case Ending::Exited: return ended_by(limit_of_exit_code(exit_code), Kind::Ended);
    case Ending::Signalled: return ended_by(limit_of_signal(signal), Kind::Crashed);
    case Ending::TimedOut: return {Kind::Limited, Limit::Time, {}};
    case Ending::OutOfMemory: return {Kind::Limited, Limit::Memory, {}};
    case Ending::OutputLimit: return {Kind::Limited, Limit::Output, {}};
    case Ending::Cancelled: return {Kind::Cancelled, Limit::Time, {}};
    case Ending::FailedToStart: return {Kind::Missing, Limit::Time, std::move(message)};
  }
  ASSAY_CHECK(false, "an Ending out of range");
}

TargetEnd classify(const ProcessResult& result) {
  return classify(result.ending, result.exit_code, result.signal, result.message);
}

TargetEnd classify(const ChildSession::Answer& answer) {
  return answer.complete ? TargetEnd{} : classify(answer.ending, answer.exit_code, answer.signal);
}

std::string signal_name(int signal) {
  const char* const abbreviation = sigabbrev_np(signal);
  return abbreviation == nullptr ? "signal " + std::to_string(signal) : "SIG" + std::string(abbreviation);
}

}  // namespace assay::core
