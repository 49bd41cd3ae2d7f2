#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace assay::core {

/// Names one run of a program in a way that all its descendants inherit, so that those that leave its session and lose
/// their parent can still be told from other processes. It is written twice:
/// - as the hard limit RLIMIT_RTTIME (the CPU time of a real-time process, far above any use): inherited by fork and
///   exec, impossible to raise without privilege, kept when a program clears its environment, and read with one system
///   call, also of a zombie;
/// - in the environment variable ASSAY_RUN, which holds the marks of all enclosing runs: for an Assay that runs below
///   another one, and where the limit cannot be set.
class RunMark {
 public:
  /// A new mark, unique in this process.
  [[nodiscard]] static RunMark next();

  enum class Answer : std::uint8_t { Yes, No, AskEnvironment };
  /// Whether the process carries the mark, from its limit alone, in one system call.
  [[nodiscard]] Answer limit_says(pid_t pid) const;
  /// The same from its environment, for when the limit gives no answer.
  [[nodiscard]] bool environment_says(pid_t pid) const;

  [[nodiscard]] std::uint64_t limit_value() const { return limit_value_; }
  /// "ASSAY_RUN=...", with the marks that we run under.
  [[nodiscard]] std::string environment_entry() const;

  static constexpr const char* kVariable = "ASSAY_RUN";
  /// All values of runs of one Assay process share what is above this many bits.
  static constexpr unsigned kCounterBits = 32;
  /// A value of our family that no run has, for processes of ours that are part of no run.
  static constexpr std::uint32_t kNoRun = 0xffffffff;
  [[nodiscard]] static std::uint64_t family_of(pid_t assay);

 private:
  RunMark(pid_t assay, std::uint32_t counter);

  std::uint64_t limit_value_;
  std::string token_;
};

}  // namespace assay::core
