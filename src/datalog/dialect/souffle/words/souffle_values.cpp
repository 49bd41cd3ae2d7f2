#include "datalog/dialect/souffle/words/souffle_values.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "assay/base/check.hpp"
#include "base/text.hpp"

namespace assay::datalog {
namespace {

constexpr std::string_view kEscaped = "\"\\\a\b\f\n\r\t\v";
constexpr std::string_view kEscapes = "\"\\abfnrtv";

/// `1.2.3.4`: four bytes, the first one the highest.
std::optional<std::uint64_t> read_address(std::string_view text) {
  std::uint64_t address = 0;
  for (const std::string_view part : split(text, '.')) {
    const std::optional<std::uint64_t> byte = parse_unsigned(part);
    if (!byte || *byte > 0xFF) return std::nullopt;
    address = address << 8 | *byte;
  }
  return address;
}

}  // namespace

std::string souffle_float(Value bits) {
  const double value = std::bit_cast<double>(bits);
  ASSAY_CHECK(std::isfinite(value), "Souffle has no text for a float that is not finite");
  // The longest text is that of a tiny number: a sign, "0.", 323 zeros and 17 digits.
  char buffer[512];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed);
  ASSAY_CHECK(error == std::errc(), "a float's digits fit the buffer");
  std::string out(buffer, end);
  if (out.find('.') == std::string::npos) out += ".0";
  return out;
}

std::optional<Value> read_souffle_float(std::string_view text, bool negative) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return std::bit_cast<Value>(negative ? -value : value);
}

std::string souffle_string(std::string_view symbol) {
  std::string out = "\"";
  for (const char c : symbol) {
    const std::size_t escape = kEscaped.find(c);
    if (escape != std::string_view::npos) {
      out += '\\';
      out += kEscapes[escape];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::optional<std::string> read_souffle_string(std::string_view quoted) {
  std::string out;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] != '\\') {
      out += quoted[i];
      continue;
    }
    const char c = quoted[++i];
    const std::size_t escape = kEscapes.find(c);
    if (escape == std::string_view::npos && c != '\'') return std::nullopt;
    out += c == '\'' ? c : kEscaped[escape];
  }
  return out;
}

std::optional<std::uint64_t> read_souffle_number(std::string_view text) {
  if (!text.empty() && text.back() == 'u') text.remove_suffix(1);
  if (text.find('.') != std::string_view::npos) return read_address(text);
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'b')) {
    base = text[1] == 'x' ? 16 : 2;
    text.remove_prefix(2);
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace assay::datalog
