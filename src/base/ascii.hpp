#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// Character classes of ASCII, independent of the locale. Other bytes belong to no class.
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
[[nodiscard]] constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// The value of a hexadecimal digit, upper or lower case; nullopt for other characters.
[[nodiscard]] constexpr std::optional<unsigned> hex_value(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}
[[nodiscard]] constexpr bool is_hex_digit(char c) { return hex_value(c).has_value(); }
/// The digits of 0 to 15.
inline constexpr std::string_view kHexDigits = "0123456789abcdef";

/// A part of a URI (RFC 3986, section 2.1): letters, digits and the characters of `plain` stay unchanged; other bytes
/// are escaped as "%C3".
[[nodiscard]] std::string percent_encoded(std::string_view bytes, std::string_view plain = "-._~");
/// The inverse of percent_encoded. A '%' without two hexadecimal digits stays unchanged.
[[nodiscard]] std::string percent_decoded(std::string_view text);

}  // namespace assay
