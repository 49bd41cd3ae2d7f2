#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace assay::analyzer {

/// The result of one run of an analyzer, and its cost.
struct RunEnd {
  enum class Status : std::uint8_t {
    Done,
    Limited,   ///< it was stopped at the limits: it costs at least what it used
    Failed,    ///< it crashed, ended without results, or its results cannot be read: `reason`
    Rejected,  ///< it does not know a setting: `reason` is the words of its complaint
    Stopped,   ///< we were asked to stop: it says nothing
  };
  Status status = Status::Failed;
  std::string reason;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::uint64_t memory_bytes = 0;
  bool operator==(const RunEnd&) const = default;
};

/// The identity of a check in all runs: two runs have the same check when all fields are equal.
struct CheckKey {
  std::string file;
  std::string function;
  unsigned line = 0;
  std::string kind;      ///< "mem_access", "division_by_zero"
  std::string property;  ///< normalised: white space, names that differ from run to run
  auto operator<=>(const CheckKey&) const = default;
};
[[nodiscard]] std::string to_text(const CheckKey& key);

}  // namespace assay::analyzer
