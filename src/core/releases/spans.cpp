#include <algorithm>

#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/releases/releases.hpp"
#include "core/target/known_bug.hpp"

namespace assay::core {
namespace {

constexpr std::string_view kNewestOfAll = "latest";

bool is_end(std::string_view version) {
  return version == kNewestOfAll || (is_plain_name(version) && version.front() >= '0' && version.front() <= '9');
}

Result<ReleaseSpan> read_span(std::string_view text) {
  const Error wrong{"'" + printable(text) + "' names no versions",
                    "write z3:all, z3:latest, z3:4.8.12 or z3:4.8.5..latest, with commas between several"};
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || !is_plain_name(text.substr(0, colon))) return wrong;
  ReleaseSpan span{std::string(text.substr(0, colon)), {}, std::string(kNewestOfAll)};
  const std::string_view versions = text.substr(colon + 1);
  if (versions == "all") return span;
  const std::size_t dots = versions.find("..");
  const std::string_view first = versions.substr(0, dots);
  const std::string_view last = dots == std::string_view::npos ? first : versions.substr(dots + 2);
  if (!is_end(first) || !is_end(last)) return wrong;
  span.first = first;
  span.last = last;
  return span;
}

}  // namespace

Result<std::vector<ReleaseSpan>> read_release_spans(std::string_view text) {
  std::vector<ReleaseSpan> spans;
  for (const std::string_view part : split(text, ',')) {
    Result<ReleaseSpan> span = read_span(trim(part));
    if (!span) return span.error();
    spans.push_back(std::move(*span));
  }
  if (spans.empty()) return read_span(text).error();
  return spans;
}

std::vector<std::string> versions_in(const ReleaseSpan& span, const std::vector<std::string>& versions) {
  std::vector<std::string> inside;
  for (const std::string& version : versions) {
    const bool newest = &version == &versions.back();
    const bool after =
        span.first.empty() || (span.first == kNewestOfAll ? newest : compare_versions(version, span.first) >= 0);
    const bool before = span.last == kNewestOfAll || compare_versions(version, span.last) <= 0 ||
                        is_version_of_series(version, span.last);
    if (after && before) inside.push_back(version);
  }
  return inside;
}

}  // namespace assay::core
