#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "core/report/report.hpp"

namespace assay::core {
namespace {

struct Counts {
  std::uint64_t judged = 0;
  std::map<std::string, std::uint64_t> failed;  ///< by kind
};

double score(const Cause& cause) {
  const double share = static_cast<double>(cause.failed) / static_cast<double>(cause.judged);
  return static_cast<double>(cause.failed) * std::log(share / cause.share_of_all);
}

}  // namespace

std::vector<Cause> likely_causes(const CampaignRecord& record, std::size_t max_labels) {
  std::map<std::string, Counts> targets;
  for (const Tally& tally : record.tallies) {
    if (tally.outcome == Verdict::Outcome::Skip) continue;
    targets[tally.target].judged += tally.count;
    if (tally.outcome == Verdict::Outcome::Bug) targets[tally.target].failed[tally.reason] += tally.count;
  }
  std::map<std::pair<std::string, std::string>, Counts> labels;
  for (const LabelTally& tally : record.labels) {
    Counts& counts = labels[{tally.target, tally.label}];
    counts.judged += tally.count;
    if (!tally.kind.empty()) counts.failed[tally.kind] += tally.count;
  }
  std::map<std::pair<std::string, std::string>, std::vector<Cause>> by_kind;
  for (const auto& [key, counts] : labels) {
    const Counts& all = targets[key.first];
    for (const auto& [kind, failed] : counts.failed) {
      const double share = static_cast<double>(all.failed.count(kind) > 0 ? all.failed.at(kind) : failed) /
                           static_cast<double>(std::max<std::uint64_t>(all.judged, 1));
      const Cause cause{key.first, kind, key.second, failed, counts.judged, share};
      if (score(cause) > 0) by_kind[{key.first, kind}].push_back(cause);
    }
  }
  std::vector<Cause> causes;
  for (auto& [key, list] : by_kind) {
    std::stable_sort(list.begin(), list.end(), [](const Cause& a, const Cause& b) { return score(a) > score(b); });
    if (list.size() > max_labels) list.resize(max_labels);
    causes.insert(causes.end(), list.begin(), list.end());
  }
  return causes;
}

std::vector<Share> label_shares(const CampaignRecord& record) {
  constexpr std::string_view kBetween = " = ";
  std::map<std::pair<std::string, std::string>, std::uint64_t> counts;
  std::map<std::string, std::uint64_t> questions;
  for (const LabelTally& tally : record.labels) {
    const std::size_t at = tally.label.rfind(kBetween);
    if (at == std::string::npos) continue;
    const std::string question = tally.label.substr(0, at);
    counts[{question, tally.label.substr(at + kBetween.size())}] += tally.count;
    questions[question] += tally.count;
  }
  std::vector<Share> shares;
  for (const auto& [key, count] : counts) shares.push_back({key.first, key.second, count, questions[key.first]});
  return shares;
}

}  // namespace assay::core
