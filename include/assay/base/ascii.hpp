#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// Kinds of characters in ASCII, whatever the locale: other bytes are of none.
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
[[nodiscard]] constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// 0 to 15 for a hexadecimal digit, large or small; std::nullopt for any other character.
[[nodiscard]] constexpr std::optional<unsigned> hex_value(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}
[[nodiscard]] constexpr bool is_hex_digit(char c) { return hex_value(c).has_value(); }
/// The digit of 0 to 15, by position.
inline constexpr std::string_view kHexDigits = "0123456789abcdef";

/// The bytes of a part of a URI (RFC 3986, section 2.1): letters, digits and the characters of `plain` stand for
/// themselves, every other byte is escaped, as "%C3".
[[nodiscard]] std::string percent_encoded(std::string_view bytes, std::string_view plain = "-._~");
/// What was encoded; a '%' without two hexadecimal digits stands for itself.
[[nodiscard]] std::string percent_decoded(std::string_view text);

}  // namespace assay
