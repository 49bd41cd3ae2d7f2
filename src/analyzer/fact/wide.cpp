#include <algorithm>

#include "analyzer/fact/fact.hpp"

namespace assay::analyzer {

std::string to_text(Wide value) {
  WideBits rest = value < 0 ? -static_cast<WideBits>(value) : static_cast<WideBits>(value);
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(rest % 10));
    rest /= 10;
  } while (rest != 0);
  if (value < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<Wide> wide_from(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  // The magnitude of the smallest number is one more than that of the largest.
  const WideBits most = (~WideBits{0} >> 1) + (negative ? 1 : 0);
  WideBits value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<WideBits>(c - '0');
    if (value > (most - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return static_cast<Wide>(negative ? -value : value);
}

}  // namespace assay::analyzer
