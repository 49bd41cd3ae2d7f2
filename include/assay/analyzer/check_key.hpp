#pragma once

#include <compare>
#include <string>

namespace assay::analyzer {

/// What names a check in all runs: two runs speak of the same one when all of it is equal.
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
