#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace assay::analyzer {

/// The result of one run of an analyzer, and its cost.
struct RunEnd {
  enum class Status : std::uint8_t {
    Done,
    Limited,   ///< the limits ended the run: its true cost is at least the measured cost
    Failed,    ///< the analyzer crashed, ended without results, or wrote unreadable results: see `reason`
    Rejected,  ///< the analyzer does not know a setting: `reason` quotes its message
    Stopped,   ///< the user stopped the run: it has no result
  };
  Status status = Status::Failed;
  std::string reason;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::uint64_t memory_bytes = 0;
  bool operator==(const RunEnd&) const = default;
};

/// The identity of a check in all runs: two checks are the same when all fields are equal.
struct CheckKey {
  std::string file;
  std::string function;
  unsigned line = 0;
  std::string kind;      ///< "mem_access", "division_by_zero"
  std::string property;  ///< normalised: one space for white space, and without names that differ between runs
  auto operator<=>(const CheckKey&) const = default;
};
[[nodiscard]] std::string to_text(const CheckKey& key);

}  // namespace assay::analyzer
