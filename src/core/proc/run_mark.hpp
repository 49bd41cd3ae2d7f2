#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace assay::core {

/// The identity of one run of a program. All its descendants inherit the mark, so that they can be told from other
/// processes even when they leave its session and lose their parent. The mark has two copies:
/// - the hard limit RLIMIT_RTTIME (the CPU time of a real-time process; the value is far above any use): inherited by
///   fork and exec, impossible to raise without privilege, kept when a program clears its environment, and readable
///   with one system call, also for a zombie;
/// - the environment variable ASSAY_RUN, which holds the marks of all enclosing runs: needed if Assay runs below
/// another
///   Assay, and if the limit cannot be set.
class RunMark {
 public:
  /// A new mark, unique in this process.
  [[nodiscard]] static RunMark next();

  enum class Answer : std::uint8_t { Yes, No, AskEnvironment };
  /// Whether the process carries the mark, by its limit alone: one system call.
  [[nodiscard]] Answer check_limit(pid_t pid) const;
  /// Whether the process carries the mark, by its environment; needed when the limit gives no answer.
  [[nodiscard]] bool check_environment(pid_t pid) const;

  [[nodiscard]] std::uint64_t limit_value() const { return limit_value_; }
  /// "ASSAY_RUN=...", with our mark and the marks of the enclosing runs.
  [[nodiscard]] std::string environment_entry() const;

  static constexpr const char* kVariable = "ASSAY_RUN";
  /// The limit values of one Assay process differ only in this many low bits.
  static constexpr unsigned kCounterBits = 32;
  /// The counter for processes of Assay that belong to no run.
  static constexpr std::uint32_t kNoRun = 0xffffffff;
  /// The bits above kCounterBits that the limit values of one Assay process share.
  [[nodiscard]] static std::uint64_t family_of(pid_t assay);

 private:
  RunMark(pid_t assay, std::uint32_t counter);

  std::uint64_t limit_value_;
  std::string token_;
};

}  // namespace assay::core
