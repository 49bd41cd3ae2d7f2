#include "base/message.hpp"

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace assay {
namespace {

constexpr std::size_t kMaxMessageBytes = 160;

bool is_path_char(char c) {
  return is_letter(c) || is_digit(c) || (c != '\0' && std::string_view("_-.+~/").find(c) != std::string_view::npos);
}

/// Appends the file's name with its numbers replaced by N.
void append_base_name(std::string_view path, std::string& out) {
  for (const char c : path.substr(path.rfind('/') + 1)) {
    if (!is_digit(c)) {
      out += c;
    } else if (out.empty() || out.back() != 'N') {
      out += 'N';
    }
  }
}

/// The end of a path with a folder that begins at `at`; `at` if there is none.
std::size_t path_end(std::string_view text, std::size_t at) {
  if (at > 0 && is_path_char(text[at - 1])) return at;
  std::size_t end = at;
  std::size_t slashes = 0;
  while (end < text.size() && is_path_char(text[end])) slashes += text[end++] == '/' ? 1 : 0;
  const bool path = slashes > 0 && (text[at] == '/' || text[at] == '.' || slashes > 1);
  return path && end > at + 2 ? end : at;
}

/// The end of a number in any spelling (12, 0x1f, 4.5, #b01) that begins at `at`; `at` if there is none.
std::size_t number_end(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  std::size_t length = 0;
  if (rest.starts_with("0x") || rest.starts_with("#x") || rest.starts_with("#b")) {
    length = 2;
    while (length < rest.size() && is_hex_digit(rest[length])) ++length;
    return length > 2 ? at + length : at;
  }
  while (length < rest.size() &&
         (is_digit(rest[length]) || (length > 0 && (rest[length] == '.' || rest[length] == ':') &&
                                     length + 1 < rest.size() && is_digit(rest[length + 1])))) {
    ++length;
  }
  return at + length;
}

}  // namespace

std::string normalised(std::string_view message) {
  const std::string clean = printable(message.substr(0, 4096));
  std::string out;
  for (std::size_t at = 0; at < clean.size() && out.size() < kMaxMessageBytes;) {
    const char c = clean[at];
    if (is_space(c)) {
      if (!out.empty() && out.back() != ' ') out += ' ';
      ++at;
      continue;
    }
    if (const std::size_t end = path_end(clean, at); end != at) {
      append_base_name(std::string_view(clean).substr(at, end - at), out);
      at = end;
      continue;
    }
    if (const std::size_t end = number_end(clean, at); end != at) {
      out += 'N';
      at = end;
      continue;
    }
    out += c;
    ++at;
  }
  return shortened(trim(out), kMaxMessageBytes).substr(0, kMaxMessageBytes);
}

}  // namespace assay
