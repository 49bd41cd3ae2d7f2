#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace assay::cli {

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) == 1; }

TerminalSize terminal_size(std::FILE* stream) {
  winsize size{};
  const bool known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0;
  return {known && size.ws_col > 1 ? size.ws_col : 80U, known && size.ws_row > 1 ? size.ws_row : 24U};
}

namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Maximum columns of a character, by its first byte: 2 outside of ASCII. 0 for its other bytes.
std::size_t columns_of(char first) { return static_cast<unsigned char>(first) < 0x80U ? 1 : continues(first) ? 0 : 2; }

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (const char c : text) columns += columns_of(c);
  return columns;
}

std::string cut(std::string_view text, std::size_t columns) {
  std::size_t used = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    used += columns_of(text[end]);
    if (used > columns) break;
  }
  return std::string(text.substr(0, end));
}

Style Style::of(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  Style style;
  style.color_ = is_terminal(stream) && (no_color == nullptr || *no_color == '\0') &&
                 (term == nullptr || std::string_view(term) != "dumb");
  return style;
}

std::string Style::wrap(std::string_view code, std::string_view text) const {
  if (!color_) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace assay::cli
