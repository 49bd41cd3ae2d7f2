#include "assay/core/baseline.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/text.hpp"
#include "assay/core/io.hpp"

namespace assay::core {

Result<Baseline> Baseline::load(const std::string& path) {
  Result<std::string> text = read_text_file(path);
  if (!text) return text.error();
  return parse(*text, path);
}

Result<Baseline> Baseline::parse(std::string_view text, const std::string& path) {
  Baseline baseline;
  if (trim(text).substr(0, 1) != "{") {
    for (const std::string_view raw : split(text, '\n')) {
      const std::string_view signature = trim(raw);
      if (!signature.empty() && signature.front() != '#') baseline.entries_.push_back({"", std::string(signature)});
    }
    return baseline;
  }
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("assay-baseline") || !json.contains("findings") ||
      !json["findings"].is_array()) {
    return Error{path + " is no baseline",
                 "write one with 'assay findings export --format baseline', or list one signature a line"};
  }
  for (const auto& entry : json["findings"]) {
    const bool named = entry.is_object() && entry.contains("signature") && entry["signature"].is_string();
    if (!named) return Error{path + " has an entry without a signature", "remove the entry or export it again"};
    const bool has_target = entry.contains("target") && entry["target"].is_string();
    baseline.entries_.push_back(
        {has_target ? entry["target"].get<std::string>() : "", entry["signature"].get<std::string>()});
  }
  return baseline;
}

bool Baseline::covers(const Finding& finding) const {
  if (finding.signature.empty()) return false;
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.signature == finding.signature && (entry.target.empty() || entry.target == finding.target);
  });
}

std::vector<const Finding*> uncovered(const std::vector<Finding>& findings, const Baseline& baseline) {
  std::vector<const Finding*> out;
  for (const Finding& finding : findings) {
    if (!baseline.covers(finding)) out.push_back(&finding);
  }
  return out;
}

}  // namespace assay::core
