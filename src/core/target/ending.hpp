#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/proc/proc.hpp"

namespace assay::core {

/// The meaning of the end of a target's process, the same in all areas. An end by Assay's limits or by the machine is
/// never a finding: it is a skip with a reason from a small fixed set.
struct TargetEnd {
  enum class Kind : std::uint8_t {
    Ended,      ///< ended by itself, or still running: its output counts
    Crashed,    ///< ended by a signal that only its own fault sends
    Limited,    ///< ended by a limit of ours, or killed from outside; see `limit`
    Missing,    ///< could not be started; see `message`
    Cancelled,  ///< killed because a stop was requested
  };
  enum class Limit : std::uint8_t { Time, Memory, Output, FileSize, Outside };

  Kind kind = Kind::Ended;
  Limit limit = Limit::Time;  ///< of Limited
  std::string message;        ///< of Missing: the cause

  /// The reason of the skip. Empty for Ended and Crashed.
  [[nodiscard]] std::string_view skip_reason() const;
};

inline constexpr std::string_view kTimeout = "timeout";
inline constexpr std::string_view kOutOfMemory = "out of memory";
inline constexpr std::string_view kOutputLimit = "output limit";
inline constexpr std::string_view kFileLimit = "file limit";
inline constexpr std::string_view kKilledFromOutside = "killed from outside";
inline constexpr std::string_view kCannotStart = "cannot start";
inline constexpr std::string_view kCancelled = "cancelled";
/// The reason of the skip for a target that ends in time and says that it does not know the answer.
inline constexpr std::string_view kUnknownAnswer = "unknown";

/// SIGXCPU and SIGXFSZ come from the kernel at our own limits. SIGKILL, SIGTERM, SIGINT and SIGHUP come from outside:
/// the kernel short of memory, a batch system, a person. For SIGXCPU, SIGXFSZ and SIGKILL the exit code 128 + signal
/// counts, too, because a shell reports a signal of its child in that way.
[[nodiscard]] TargetEnd classify(Ending ending, int exit_code, int signal, std::string message = {});
[[nodiscard]] TargetEnd classify(const ProcessResult& result);
/// A complete answer is Ended, regardless of the process's later end.
[[nodiscard]] TargetEnd classify(const ChildSession::Answer& answer);

/// "SIGSEGV"; "signal 99" for a number without a name.
[[nodiscard]] std::string signal_name(int signal);

}  // namespace assay::core
