#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace assay::cli {

/// Adds colours to text for a terminal that is not dumb, unless NO_COLOR is set (no-color.org).
class Style {
 public:
  [[nodiscard]] static Style of(std::FILE* stream);
  [[nodiscard]] std::string bold(std::string_view text) const { return wrap("1", text); }
  [[nodiscard]] std::string dim(std::string_view text) const { return wrap("2", text); }
  [[nodiscard]] std::string red(std::string_view text) const { return wrap("31", text); }
  [[nodiscard]] std::string green(std::string_view text) const { return wrap("32", text); }
  [[nodiscard]] std::string yellow(std::string_view text) const { return wrap("33", text); }

 private:
  [[nodiscard]] std::string wrap(std::string_view code, std::string_view text) const;
  bool color_ = false;
};

[[nodiscard]] bool is_terminal(std::FILE* stream);

struct TerminalSize {
  std::size_t columns;
  std::size_t rows;
};
/// The current size of the terminal; 80 columns and 24 rows if it is unknown.
[[nodiscard]] TerminalSize terminal_size(std::FILE* stream);

/// An upper bound of the columns of one line of UTF-8 text: two for each character outside of ASCII.
[[nodiscard]] std::size_t columns_of(std::string_view text);
/// The longest prefix of the text that has at most `columns` columns (columns_of).
[[nodiscard]] std::string cut(std::string_view text, std::size_t columns);

}  // namespace assay::cli
