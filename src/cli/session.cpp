#include "session.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "assay/base/text.hpp"
#include "terminal.hpp"

namespace assay::cli {

void Session::fail(const Error& error, int code) {
  const Style style = Style::of(stderr);
  fmt::print(stderr, "{}\n", style.red("assay: " + error.message));
  if (!error.advice.empty()) fmt::print(stderr, "  {}\n", error.advice);
  exit_code = code;
}

std::optional<double> parse_duration(std::string_view text) {
  double total = 0;
  bool any = false;
  while (!text.empty()) {
    std::size_t digits = 0;
    while (digits < text.size() && (std::isdigit(static_cast<unsigned char>(text[digits])) != 0 || text[digits] == '.'))
      ++digits;
    if (digits == 0 || digits > 15) return std::nullopt;
    char* end = nullptr;
    const std::string number_text(text.substr(0, digits));
    const double number = std::strtod(number_text.c_str(), &end);
    if (*end != '\0') return std::nullopt;
    text.remove_prefix(digits);
    double unit = 0;
    for (const auto& [suffix, seconds] :
         {std::pair<std::string_view, double>{"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}}) {
      if (unit == 0 && text.starts_with(suffix)) {
        unit = seconds;
        text.remove_prefix(suffix.size());
      }
    }
    if (unit == 0 && (any || !text.empty())) return std::nullopt;
    total += number * (unit == 0 ? 1 : unit);
    any = true;
  }
  return any ? std::optional<double>(total) : std::nullopt;
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::max(0.0, std::floor(seconds)));
  const std::uint64_t hours = whole / 3600;
  const std::uint64_t minutes = whole / 60 % 60;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60);
  return fmt::format("{}:{:02}", minutes, whole % 60);
}

std::string one_line(std::string_view text, std::size_t limit) {
  std::string out = replace_all(printable(text), "\n", " ");
  if (out.size() <= limit) return out;
  std::size_t cut = limit - 3;
  while (cut > 0 && (static_cast<unsigned char>(out[cut]) & 0xC0U) == 0x80U) --cut;
  return out.substr(0, cut) + "...";
}

std::string with_commas(std::uint64_t number) {
  std::string out = std::to_string(number);
  for (std::size_t at = out.size(); at > 3; at -= 3) out.insert(at - 3, ",");
  return out;
}

}  // namespace assay::cli
