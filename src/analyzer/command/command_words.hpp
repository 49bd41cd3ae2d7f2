#pragma once

#include <string>
#include <utility>
#include <vector>

namespace assay::analyzer {

/// What stands for the placeholders of a command, without their braces.
struct Placeholders {
  /// A word that is one becomes these words; in a longer word, it becomes one text, quoted for a shell.
  std::vector<std::pair<std::string, std::vector<std::string>>> lists;
  std::vector<std::pair<std::string, std::string>> texts;
};
[[nodiscard]] std::vector<std::string> expanded(const std::vector<std::string>& words, const Placeholders& by);

/// Files and flags of a compiler that mean the same in any folder: relative paths start at `folder` (absolute).
[[nodiscard]] std::vector<std::string> anchored_files(const std::vector<std::string>& files);
[[nodiscard]] std::vector<std::string> anchored_flags(const std::vector<std::string>& flags, const std::string& folder);

/// Those that an analyzer takes, as it calls them (Tuning::flags), each with its value in one word.
[[nodiscard]] std::vector<std::string> taken_flags(const std::vector<std::string>& flags,
                                                   const std::vector<std::pair<std::string, std::string>>& taken);

}  // namespace assay::analyzer
