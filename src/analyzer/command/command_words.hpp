#pragma once

#include <string>
#include <utility>
#include <vector>

namespace assay::analyzer {

/// The values of a command's placeholders; names are without braces.
struct Placeholders {
  /// A word that is a placeholder becomes these words. Within a longer word they become one text, quoted for a shell.
  std::vector<std::pair<std::string, std::vector<std::string>>> lists;
  std::vector<std::pair<std::string, std::string>> texts;
};
[[nodiscard]] std::vector<std::string> expanded(const std::vector<std::string>& words, const Placeholders& by);

/// Files and compiler flags that mean the same in any folder: relative paths start at `folder` (absolute).
[[nodiscard]] std::vector<std::string> anchored_files(const std::vector<std::string>& files);
[[nodiscard]] std::vector<std::string> anchored_flags(const std::vector<std::string>& flags, const std::string& folder);

/// The flags that an analyzer accepts, under its names for them (Tuning::flags), each with its value in one word.
[[nodiscard]] std::vector<std::string> accepted_flags(const std::vector<std::string>& flags,
                                                      const std::vector<std::pair<std::string, std::string>>& taken);

}  // namespace assay::analyzer
