#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "base/text.hpp"
#include "core/options/options.hpp"

namespace assay::core {
namespace {

struct DurationUnit {
  std::string_view suffix;
  double seconds;
};
// "ms" must come before "m".
constexpr std::array kDurationUnits = {DurationUnit{"ms", 0.001}, DurationUnit{"s", 1}, DurationUnit{"m", 60},
                                       DurationUnit{"h", 3600}, DurationUnit{"d", 86400}};

}  // namespace

std::optional<double> parse_duration(std::string_view text) {
  double total = 0;
  bool any = false;
  while (!text.empty()) {
    std::size_t digits = 0;
    while (digits < text.size() && (std::isdigit(static_cast<unsigned char>(text[digits])) != 0 || text[digits] == '.'))
      ++digits;
    if (digits == 0 || digits > 40) return std::nullopt;
    char* end = nullptr;
    const std::string number_text(text.substr(0, digits));
    const double number = std::strtod(number_text.c_str(), &end);
    if (*end != '\0') return std::nullopt;
    text.remove_prefix(digits);
    double unit = 0;
    for (const DurationUnit& one : kDurationUnits) {
      if (unit == 0 && text.starts_with(one.suffix)) {
        unit = one.seconds;
        text.remove_prefix(one.suffix.size());
      }
    }
    if (unit == 0 && (any || !text.empty())) return std::nullopt;
    total += number * (unit == 0 ? 1 : unit);
    any = true;
  }
  return any ? std::optional<double>(total) : std::nullopt;
}

std::string duration_text(double seconds) {
  constexpr double kLargestExact = 1e15;
  const auto whole = [](double value) { return value == std::floor(value) && value < kLargestExact; };
  if (seconds >= 172800 && whole(seconds / 86400)) return detail::real_text(seconds / 86400) + "d";
  if (seconds >= 7200 && whole(seconds / 3600)) return detail::real_text(seconds / 3600) + "h";
  if (seconds >= 120 && whole(seconds / 60)) return detail::real_text(seconds / 60) + "m";
  const double milliseconds = seconds * 1000;
  if (seconds < 1 && seconds > 0 && whole(milliseconds) && milliseconds * 0.001 == seconds)
    return detail::real_text(milliseconds) + "ms";
  return detail::real_text(seconds) + "s";
}

namespace detail {

std::string real_text(double value) {
  std::array<char, 400> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  return {text.data(), end};
}

std::uint64_t number_of(const std::string& text) { return parse_unsigned(text).value_or(0); }

double real_of(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

}  // namespace detail

const OptionTable<Limits>& limit_table() {
  static const OptionTable<Limits> table = [] {
    OptionTable<Limits> rows;
    rows.group("Targets");
    rows.add_duration("timeout", &Limits::wall_seconds, "wall-clock limit of one run")
        .real_range(0.001, 1000 * 86400.0)
        .is_common();
    rows.add_megabytes("memory", &Limits::memory_bytes, "memory limit of one run, in MiB").range(16, 1U << 20);
    return rows;
  }();
  return table;
}

}  // namespace assay::core
