#include "smt/parse/literals.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace assay::smt {
namespace {

constexpr char32_t kLargestCharacter = 0x2FFFF;

/// Reads at most `max_digits` digits of a base at the front of `text`. Returns the number of digits read.
std::size_t read_digits(std::string_view text, unsigned base, std::size_t max_digits, char32_t& value) {
  std::size_t count = 0;
  value = 0;
  for (; count < text.size() && count < max_digits; ++count) {
    const std::optional<unsigned> digit = hex_value(text[count]);
    if (!digit || *digit >= base) break;
    value = value * base + *digit;
  }
  return count;
}

/// The length of SMT-LIB 2.6's escape sequence after `\u`; 0 if there is none.
std::size_t unicode_escape(std::string_view after, char32_t& value) {
  if (after.empty() || after[0] != '{') {
    return read_digits(after, 16, 4, value) == 4 ? 4 : 0;
  }
  const std::size_t count = read_digits(after.substr(1), 16, 5, value);
  const bool closed = count > 0 && count + 1 < after.size() && after[count + 1] == '}';
  return closed && value <= kLargestCharacter ? count + 2 : 0;
}

/// The length of SMT-LIB 2.5's escape sequence after the backslash; 0 if there is none.
std::size_t old_escape(std::string_view after, char32_t& value) {
  if (after.empty()) {
    return 0;
  }
  static constexpr std::string_view kLetters = "abefnrtv\\";
  static constexpr char32_t kMeanings[] = {7, 8, 27, 12, 10, 13, 9, 11, '\\'};
  if (const std::size_t i = kLetters.find(after[0]); i != std::string_view::npos) {
    value = kMeanings[i];
    return 1;
  }
  if (after[0] == 'x') {
    return read_digits(after.substr(1), 16, 2, value) == 2 ? 3 : 0;
  }
  return read_digits(after, 8, 3, value);
}

/// Decodes one character of UTF-8, or one byte if the bytes are not valid UTF-8. Returns the number of bytes.
std::size_t decode(std::string_view text, char32_t& value) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t length = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
  value = lead;
  if (length == 1 || length > text.size()) {
    return 1;
  }
  char32_t result = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) {
      return 1;
    }
    result = (result << 6) | (byte(i) & 0x3FU);
  }
  if (result > kLargestCharacter) {
    return 1;
  }
  value = result;
  return length;
}

}  // namespace

Value bits_literal(std::string_view text) {
  const bool hexadecimal = text[1] == 'x';
  BitVector result;
  result.bits = mpz_class(std::string(text.substr(2)), hexadecimal ? 16 : 2);
  result.width = static_cast<std::uint32_t>((text.size() - 2) * (hexadecimal ? 4 : 1));
  return Value(std::move(result));
}

mpz_class integer_literal(std::string_view digits) { return mpz_class(std::string(digits), 10); }

mpq_class decimal_literal(std::string_view text) {
  const std::size_t point = text.find('.');
  std::string digits(text.substr(0, point));
  digits += text.substr(point + 1);
  mpq_class result;
  result.get_num() = mpz_class(digits, 10);
  mpz_ui_pow_ui(result.get_den_mpz_t(), 10, text.size() - point - 1);
  result.canonicalize();
  return result;
}

std::optional<std::string_view> bits_digits(std::string_view name) {
  if (name.size() < 3 || name.substr(0, 2) != "bv" || !std::all_of(name.begin() + 2, name.end(), is_digit)) {
    return std::nullopt;
  }
  return name.substr(2);
}

std::u32string string_value(std::string_view literal, bool unicode_escapes) {
  const std::string_view text = literal.substr(1, literal.size() - 2);
  std::u32string result;
  for (std::size_t i = 0; i < text.size();) {
    char32_t value = 0;
    if (text[i] == '"') {
      result += U'"';
      i += 2;
      continue;
    }
    if (text[i] == '\\') {
      const std::string_view after = text.substr(i + 1);
      const bool is_u = !after.empty() && after[0] == 'u';
      std::size_t length = 0;
      if (unicode_escapes) {
        length = is_u ? unicode_escape(after.substr(1), value) : 0;
        length += length > 0 ? 1 : 0;
      } else {
        length = old_escape(after, value);
      }
      if (length > 0) {
        result += value;
        i += 1 + length;
        continue;
      }
    }
    i += decode(text.substr(i), value);
    result += value;
  }
  return result;
}

}  // namespace assay::smt
