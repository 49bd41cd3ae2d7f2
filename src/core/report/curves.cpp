#include "core/report/curves.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace assay::core {

Curve rate_curve(const std::vector<Sample>& samples, std::size_t points) {
  Curve curve;
  if (samples.empty() || samples.back().seconds <= 0) return curve;
  const double stretch = samples.back().seconds / static_cast<double>(std::max<std::size_t>(1, points));
  double seconds = 0;
  std::uint64_t tests = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Sample& sample = samples[i];
    const double passed = sample.seconds - seconds;
    const bool last = i + 1 == samples.size();
    if (passed <= 0 || (passed < stretch && !last)) continue;
    // A short last stretch would only show noise.
    if (last && passed < stretch / 2 && !curve.empty()) break;
    const double rate = static_cast<double>(sample.tests - std::min(sample.tests, tests)) / passed;
    if (curve.empty()) curve.emplace_back(0, rate);
    curve.emplace_back(sample.seconds, rate);
    seconds = sample.seconds;
    tests = sample.tests;
  }
  return curve;
}

Curve findings_curve(const CampaignRecord& record) {
  Curve curve = {{0, 0}};
  double count = 0;
  for (const Finding& finding : record.findings) curve.emplace_back(finding.first_seen_seconds, ++count);
  const double end = record.samples.empty() ? 0 : record.samples.back().seconds;
  if (end > curve.back().first) curve.emplace_back(end, count);
  return curve;
}

std::string script_safe(std::string json) {
  json = replace_all(std::move(json), "<", "\\u003c");
  json = replace_all(std::move(json), ">", "\\u003e");
  json = replace_all(std::move(json), "&", "\\u0026");
  json = replace_all(std::move(json), "\xE2\x80\xA8", "\\u2028");
  return replace_all(std::move(json), "\xE2\x80\xA9", "\\u2029");
}

}  // namespace assay::core
