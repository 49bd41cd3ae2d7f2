#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::core {

/// A regular expression (RE2's: https://github.com/google/re2/wiki/Syntax) on a line of a target's output, and what it
/// means. Bytes count, not characters: what a target prints need not be UTF-8.
struct OutputPattern {
  std::string pattern;
  std::string meaning;  ///< a Skip's reason, or a short name of the failure
};

/// What is wrong with a regular expression; nothing when it is one.
[[nodiscard]] std::optional<std::string> pattern_problem(const std::string& pattern);

/// A pattern list, compiled. Patterns must be right. Lines may be of any length: the time is linear in it.
class PatternList {
 public:
  explicit PatternList(const std::vector<OutputPattern>& rows);
  ~PatternList();
  PatternList(PatternList&& other) noexcept;
  PatternList& operator=(PatternList&& other) noexcept;

  struct Match {
    std::size_t line = 0;
    const std::string* meaning = nullptr;
  };
  /// The first row, in the list's order, that matches any of the lines; its meaning is nullptr when none does.
  [[nodiscard]] Match find(const std::vector<std::string_view>& lines) const;
  [[nodiscard]] bool matches(std::string_view line) const;

 private:
  struct Row;
  std::vector<Row> rows_;
};

/// A pattern with named groups, (?P<line>[0-9]+). It must be right.
class GroupPattern {
 public:
  explicit GroupPattern(const std::string& pattern);
  ~GroupPattern();
  GroupPattern(GroupPattern&& other) noexcept;
  GroupPattern& operator=(GroupPattern&& other) noexcept;

  /// The groups that took part in a match of some part of the line, sorted by name; nothing: there is none.
  [[nodiscard]] std::optional<std::vector<std::pair<std::string, std::string>>> match(std::string_view line) const;

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

/// Whether a regular expression matches a part of some line of the text. Not when it is none.
[[nodiscard]] bool matches_lines(const std::string& pattern, std::string_view text);

}  // namespace assay::core
