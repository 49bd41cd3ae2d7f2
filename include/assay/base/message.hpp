#pragma once

#include <string>
#include <string_view>

namespace assay {

/// A pattern (ECMAScript regular expression) on a line of a program's output and what it means.
struct OutputPattern {
  std::string pattern;
  std::string meaning;  ///< a Skip's reason, or a short name of the failure
};

/// A message without what changes between runs, machines and versions: numbers, addresses, paths; one line, shortened.
[[nodiscard]] std::string normalised(std::string_view message);

}  // namespace assay
