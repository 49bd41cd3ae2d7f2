#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::trigger {

/// The names of proof obligations that verifiers write into their SMT-LIB logs, by line: Boogie as `:boogie-vc-id`,
/// Silicon, Verus, F* and Why3 in comments.
class Labels {
 public:
  explicit Labels(std::string_view text);
  /// The last label at or before the line (counted from 1), or empty.
  [[nodiscard]] std::string at(std::size_t line) const;

 private:
  std::vector<std::pair<std::size_t, std::string>> labels_;  ///< line and label, by line
};

}  // namespace assay::trigger
