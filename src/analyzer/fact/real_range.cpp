#include "analyzer/fact/real_range.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace assay::analyzer {
namespace {

constexpr std::string_view kNan = "nan";
constexpr std::string_view kInfinite = "inf";

}  // namespace

std::string real_text(double value) {
  if (std::isnan(value)) return std::string(kNan);
  const std::string sign = std::signbit(value) ? "-" : "";
  if (std::isinf(value)) return sign + std::string(kInfinite);
  std::array<char, 32> digits{};
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), std::fabs(value), std::chars_format::hex);
  return error == std::errc() ? sign + "0x" + std::string(digits.data(), end) : std::string();
}

std::optional<double> real_from(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  double value = std::numeric_limits<double>::infinity();
  if (text == kNan) return std::numeric_limits<double>::quiet_NaN();
  if (text != kInfinite) {
    const bool hexadecimal = text.starts_with("0x");
    if (hexadecimal) text.remove_prefix(2);
    // The function accepts names of infinities and NaN, and a sign.
    if (text.empty() || (text.front() != '.' && !std::isxdigit(static_cast<unsigned char>(text.front()))))
      return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value,
                                              hexadecimal ? std::chars_format::hex : std::chars_format::general);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  }
  return negative ? -value : value;
}

bool is_below(double a, double b) {
  if (a == 0 && b == 0) return std::signbit(a) && !std::signbit(b);
  return a < b;
}

RealRange joined(const RealRange& a, const RealRange& b) {
  return {is_below(b.low, a.low) ? b.low : a.low, is_below(a.high, b.high) ? b.high : a.high, a.nan || b.nan};
}

Named to_property(const RealRange& range) {
  Named named{std::string(kRealRange), {}};
  if (range.low <= range.high) named.arguments = {real_text(range.low), real_text(range.high)};
  if (range.nan) named.arguments.emplace_back(kNan);
  return named;
}

std::optional<RealRange> real_range(const Property& property) {
  const auto* named = std::get_if<Named>(&property);
  if (named == nullptr || named->name != kRealRange) return std::nullopt;
  RealRange range;
  std::size_t numbers = named->arguments.size();
  range.nan = numbers > 0 && named->arguments.back() == kNan;
  if (range.nan) --numbers;
  if (numbers == 0 && range.nan) return range;
  if (numbers != 2) return std::nullopt;
  const std::optional<double> low = real_from(named->arguments[0]), high = real_from(named->arguments[1]);
  if (!low || !high || std::isnan(*low) || std::isnan(*high) || is_below(*high, *low)) return std::nullopt;
  range.low = *low;
  range.high = *high;
  return range;
}

}  // namespace assay::analyzer
