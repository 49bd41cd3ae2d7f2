#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/core/proc.hpp"

namespace assay::core {

/// What the end of a target's process means, the same in all areas. An ending by our own limits or by the machine is
/// never a finding, but a skip that is counted under one of few reasons.
struct TargetEnd {
  enum class Kind : std::uint8_t {
    Ended,      ///< by itself, or it lives on: what it said counts
    Crashed,    ///< by a signal that only its own fault sends
    Limited,    ///< by a limit of ours, or killed from outside: `limit`
    Missing,    ///< it could not be started: `message`
    Cancelled,  ///< we were asked to stop
  };
  enum class Limit : std::uint8_t { Time, Memory, Output, FileSize, Outside };

  Kind kind = Kind::Ended;
  Limit limit = Limit::Time;  ///< of Limited
  std::string message;        ///< of Missing: why

  /// The reason under which the skip is counted. Empty for Ended and Crashed.
  [[nodiscard]] std::string_view skip_reason() const;
};

inline constexpr std::string_view kTimeout = "timeout";
inline constexpr std::string_view kOutOfMemory = "out of memory";
inline constexpr std::string_view kOutputLimit = "output limit";
inline constexpr std::string_view kFileLimit = "file limit";
inline constexpr std::string_view kKilledFromOutside = "killed from outside";
inline constexpr std::string_view kCannotStart = "cannot start";
inline constexpr std::string_view kCancelled = "cancelled";

/// SIGXCPU and SIGXFSZ are the kernel's word on our own limits; SIGKILL, SIGTERM, SIGINT and SIGHUP come from somebody
/// else: the kernel short of memory, a batch system, a person. An exit code of 128 more is how a shell passes the first
/// three on.
[[nodiscard]] TargetEnd classify(Ending ending, int exit_code, int signal, std::string message = {});
[[nodiscard]] TargetEnd classify(const ProcessResult& result);
/// A complete answer is Ended, whatever became of the process after it.
[[nodiscard]] TargetEnd classify(const ChildSession::Answer& answer);

/// "SIGSEGV"; "signal 99" for a number without a name.
[[nodiscard]] std::string signal_name(int signal);

}  // namespace assay::core
