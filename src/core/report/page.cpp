#include "core/report/page.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "core/report/curves.hpp"
#include "core/report/embedded.hpp"

namespace assay::core {
namespace {

using Drawn = PageChart::Series::Drawn;

constexpr std::array<std::pair<Drawn, const char*>, 5> kDrawn = {{
    {Drawn::Line, "line"},
    {Drawn::Stepped, "stepped"},
    {Drawn::Dashed, "dashed"},
    {Drawn::Dots, "dots"},
    {Drawn::Marks, "marks"},
}};

const char* name_of(Drawn drawn) {
  for (const auto& [value, name] : kDrawn)
    if (value == drawn) return name;
  return "line";
}

/// A Content-Security-Policy source for exactly this script or style.
std::string csp_hash(const EmbeddedFile& file) {
  static constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto nibble = [](char c) { return static_cast<unsigned>(c >= 'a' ? c - 'a' + 10 : c - '0'); };
  // Three hexadecimal digits are two base-64 digits.
  std::string hex(file.sha256);
  while (hex.size() % 6 != 0) hex += '0';
  std::string out;
  for (std::size_t i = 0; i < hex.size(); i += 3) {
    const unsigned bits = nibble(hex[i]) << 8 | nibble(hex[i + 1]) << 4 | nibble(hex[i + 2]);
    out += {kAlphabet[bits >> 6], kAlphabet[bits & 63U]};
  }
  // 32 bytes end in one padding character.
  out.back() = '=';
  return "'sha256-" + out + "'";
}

nlohmann::json series_data(const PageChart::Series& series) {
  nlohmann::json points = nlohmann::json::array();
  for (const PageChart::Point& point : series.points) {
    nlohmann::json row = {point.x, point.y};
    if (!point.label.empty() || !point.link.empty()) row.push_back(point.label);
    if (!point.link.empty()) row.push_back(point.link);
    points.push_back(std::move(row));
  }
  return {{"label", series.label},
          {"drawn", name_of(series.drawn)},
          {"color", series.color},
          {"points", std::move(points)}};
}

/// The data that page.js reads, as text that may stand inside a script element.
std::string chart_data(const std::vector<PageChart>& charts) {
  nlohmann::json all = nlohmann::json::array();
  for (const PageChart& chart : charts) {
    nlohmann::json series = nlohmann::json::array();
    for (const PageChart::Series& one : chart.series) series.push_back(series_data(one));
    all.push_back({{"id", chart.id},
                   {"x", chart.x_title},
                   {"y", chart.y_title},
                   {"zero", chart.from_zero},
                   {"log", chart.log_axes},
                   {"names", chart.x_names},
                   {"series", std::move(series)}});
  }
  return script_safe(all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

std::vector<const EmbeddedFile*> page_scripts(bool live) {
  std::vector<const EmbeddedFile*> scripts = {&chart_script(), &page_script(), &highlight_script(), &diff_script(),
                                              &tools_script()};
  if (live) scripts.push_back(&live_script());
  return scripts;
}

std::string chart_panel(const PageChart& chart) {
  return fmt::format(
      "<div class=\"panel\"><h3>{}</h3><div class=\"chart\"><canvas id=\"{}\" role=\"img\" "
      "aria-label=\"{}\"></canvas></div></div>\n",
      escape_markup(chart.heading), escape_markup(chart.id), escape_markup(chart.description));
}

std::string chart_notice() {
  return "<noscript><p class=\"none\">A script draws these curves; the rest of the page needs none.</p></noscript>\n";
}

std::string card(const std::string& value, const std::string& label, const char* style) {
  return fmt::format("<div class=\"card {}\"><b>{}</b><span>{}</span></div>\n", style, escape_markup(value),
                     escape_markup(label));
}

std::string configuration_and_footer(const std::string& configuration, std::string_view version) {
  return fmt::format(
      "<h2>Configuration</h2>\n<details class=\"plain\"><summary>Show</summary><div class=\"body\"><pre>{}</pre></div>"
      "</details>\n<footer>Made by Assay {}.</footer>\n",
      escape_markup(configuration), escape_markup(version));
}

std::string term_list(const std::vector<std::pair<std::string, std::string>>& terms) {
  std::string out = "<dl>\n";
  for (const auto& [label, value] : terms) {
    if (!value.empty()) out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escape_markup(label), escape_markup(value));
  }
  return out + "</dl>\n";
}

std::string page_policy(bool live) {
  std::string scripts;
  for (const EmbeddedFile* script : page_scripts(live)) scripts += " " + csp_hash(*script);
  return fmt::format("default-src 'none'; base-uri 'none'; form-action {0}; script-src{1}; style-src {2}{3}",
                     live ? "'self'" : "'none'", scripts, csp_hash(page_style()), live ? "; connect-src 'self'" : "");
}

std::string html_page(const PageFrame& frame) {
  std::string scripts;
  for (const EmbeddedFile* script : page_scripts(frame.live))
    scripts += "<script>" + std::string(script->content) + "</script>\n";
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}</style></head>\n<body><main>\n{}</main>\n"
      "<script type=\"application/json\" id=\"data\">{}</script>\n{}"
      "</body></html>\n",
      page_policy(frame.live), escape_markup(frame.title), page_style().content, frame.body, chart_data(frame.charts),
      scripts);
}

std::string with_capital(std::string noun) {
  if (!noun.empty() && noun[0] >= 'a' && noun[0] <= 'z') noun[0] = static_cast<char>(noun[0] - 'a' + 'A');
  return noun;
}

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return grouped(count) + " " + (count == 1 ? one : many);
}

std::string grouped(std::size_t number) {
  std::string out = std::to_string(number);
  for (std::size_t at = out.size(); at > 3;) {
    at -= 3;
    out.insert(at, ",");
  }
  return out;
}

std::string readable_seconds(double seconds) {
  if (seconds < 120) return fmt::format("{:.1f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.1f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace assay::core
