#include "smt/solver/model_counts.hpp"

#include <bit>
#include <map>
#include <optional>

#include "base/text.hpp"

namespace assay::smt {
namespace {

constexpr std::string_view kBefore = "a model by ", kBetween = " after sat, below ", kBehind = " bytes = ";
constexpr std::string_view kGiven = "given", kNone = "none";

struct Counts {
  std::uint64_t given = 0, none = 0;
};
/// Counts by the exclusive upper bound of the scripts' sizes in bytes.
using BySize = std::map<std::uint64_t, Counts>;

BySize counts_of(const std::string& target, const core::CampaignRecord& record) {
  const std::string before = std::string(kBefore) + target + std::string(kBetween);
  BySize counts;
  for (const core::LabelTally& tally : record.labels) {
    const std::string_view label = tally.label;
    if (tally.target != target || !label.starts_with(before)) continue;
    const std::string_view rest = label.substr(before.size());
    const std::size_t at = rest.find(kBehind);
    const std::optional<std::uint64_t> bound = parse_unsigned(rest.substr(0, at));
    if (at == std::string_view::npos || !bound) continue;
    Counts& row = counts[*bound];
    (rest.substr(at + kBehind.size()) == kGiven ? row.given : row.none) += tally.count;
  }
  return counts;
}

std::optional<std::string> advice_for(const std::string& target, const BySize& counts) {
  constexpr std::uint64_t kEnoughSmall = 10, kEnoughLarge = 3;
  Counts large;
  auto row = counts.rbegin();
  for (; row != counts.rend() && row->second.given == 0; ++row) large.none += row->second.none;
  if (row == counts.rend() || large.none < kEnoughLarge) return std::nullopt;
  Counts small;
  const std::uint64_t bound = row->first;
  for (; row != counts.rend(); ++row) {
    small.given += row->second.given;
    small.none += row->second.none;
  }
  if (small.given < kEnoughSmall || small.given < small.none) return std::nullopt;
  const auto text = [](std::uint64_t number) { return std::to_string(number); };
  return target + " gives models for scripts below " + text(bound) + " bytes (" + text(small.given) + " of " +
         text(small.given + small.none) + "), and none for the " + text(large.none) +
         " larger ones that it calls sat: no model of these answers can be checked";
}

}  // namespace

std::pair<std::string, std::uint64_t> model_measure(const std::string& target, std::size_t bytes, bool given) {
  std::string label = std::string(kBefore) + target + std::string(kBetween) + std::to_string(std::bit_ceil(bytes + 1));
  label += std::string(kBehind) + std::string(given ? kGiven : kNone);
  return {std::move(label), 1};
}

std::vector<std::string> model_advice(const core::CampaignRecord& record) {
  std::vector<std::string> lines;
  for (const core::TargetInfo& target : record.identity.targets)
    if (std::optional<std::string> line = advice_for(target.name, counts_of(target.name, record)))
      lines.push_back(std::move(*line));
  return lines;
}

}  // namespace assay::smt
