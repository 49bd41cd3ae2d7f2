#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace assay::cli {

/// Colours where they are wanted: on a terminal that is not dumb, unless NO_COLOR is set (no-color.org).
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
/// Columns of the terminal, or 80.
[[nodiscard]] std::size_t terminal_width(std::FILE* stream);

}  // namespace assay::cli
