#pragma once

#include <cstddef>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/message.hpp"

namespace assay {

/// A pattern list, compiled.
class PatternList {
 public:
  explicit PatternList(const std::vector<OutputPattern>& rows);

  struct Match {
    std::size_t line = 0;
    const std::string* meaning = nullptr;
  };
  /// The first row, in the list's order, that matches any of the lines; its meaning is nullptr when none does. Only the
  /// beginning of long lines counts: the matcher's stack use grows with the line.
  [[nodiscard]] Match find(const std::vector<std::string_view>& lines) const;
  [[nodiscard]] bool matches(std::string_view line) const;

 private:
  struct Row {
    std::regex expression;
    std::string meaning;
  };
  std::vector<Row> rows_;
};

/// Whether a regular expression of ours or the user's matches a part of the text (looked at line by line).
[[nodiscard]] bool matches_lines(const std::string& pattern, std::string_view text);

}  // namespace assay
