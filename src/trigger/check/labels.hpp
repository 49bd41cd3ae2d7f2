#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::trigger {

/// Names of proof obligations that verifiers write into their logs, with their lines (counted from 1), in order: Boogie
/// as `:boogie-vc-id`, Silicon, Verus, F* and Why3 in comments.
class Labels {
 public:
  explicit Labels(std::string_view text);
  /// The last label at or before the line, or empty.
  [[nodiscard]] std::string at(std::size_t line) const;

 private:
  std::vector<std::pair<std::size_t, std::string>> labels_;
};

}  // namespace assay::trigger
