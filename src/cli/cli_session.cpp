#include "cli_session.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "base/text.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace assay::cli {

void Session::fail(const Error& error, int code) {
  const Style style = Style::of(stderr);
  print_err("{}\n", style.red("assay: " + error.message));
  if (!error.advice.empty()) print_err("  {}\n", error.advice);
  exit_code = code;
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
