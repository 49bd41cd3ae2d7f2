#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::core {

/// A regular expression (in RE2's syntax: https://github.com/google/re2/wiki/Syntax) for a line of a target's output,
/// and its meaning. Matches bytes, not characters, because output need not be UTF-8.
struct OutputPattern {
  std::string pattern;
  std::string meaning;  ///< a Skip's reason, or a short name of the failure
};

/// The error in a regular expression; nullopt: it is valid.
[[nodiscard]] std::optional<std::string> pattern_problem(const std::string& pattern);

/// A compiled list of valid patterns. Matching takes time linear in the length of a line.
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
  /// The first row, in the list's order, that matches any of the lines. `meaning` is null if no row matches.
  [[nodiscard]] Match find(const std::vector<std::string_view>& lines) const;
  [[nodiscard]] bool matches(std::string_view line) const;

 private:
  struct Row;
  std::vector<Row> rows_;
};

/// A pattern with named groups: (?P<line>[0-9]+). The pattern must be valid.
class GroupPattern {
 public:
  explicit GroupPattern(const std::string& pattern);
  ~GroupPattern();
  GroupPattern(GroupPattern&& other) noexcept;
  GroupPattern& operator=(GroupPattern&& other) noexcept;

  /// The groups that took part in the first match in the line, sorted by name. Nullopt: no match.
  [[nodiscard]] std::optional<std::vector<std::pair<std::string, std::string>>> match(std::string_view line) const;

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

/// True if the regular expression matches a part of some line of the text. False if the expression is invalid.
[[nodiscard]] bool matches_lines(const std::string& pattern, std::string_view text);

}  // namespace assay::core
