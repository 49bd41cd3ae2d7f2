#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "core/report/report.hpp"

namespace assay::core {
namespace {

constexpr std::size_t kMaxCommon = 4;
constexpr std::size_t kMinLargeDigits = 9;  ///< digits of a number that is called large

using Traits = std::set<std::string>;

bool is_word(char c) { return is_digit(c) || c == '_' || c == '.' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_operator(char c) { return std::string_view("+-*/%<>=!&|^~?:").find(c) != std::string_view::npos; }

/// Names that generators and reducers number: "x", "v12", "f_3".
bool is_numbered_name(std::string_view word) {
  const std::size_t end = word.find_last_not_of("0123456789_");
  return end == std::string_view::npos || end < 2;
}

/// Words, operators and classes of numbers in a text of any language, without quoted texts and numbered names.
class TraitReader {
 public:
  explicit TraitReader(std::string_view text) : rest_(text) {}

  Traits read() {
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '"') {
        skip_quoted();
      } else if (is_digit(c)) {
        number(take(is_word));
      } else if (is_word(c)) {
        const std::string_view word = take(is_word);
        if (!is_numbered_name(word)) traits_.emplace(word);
        is_negative_ = false;
      } else if (is_operator(c)) {
        const std::string_view sign = take(is_operator);
        is_negative_ = sign == "-";
        if (!is_negative_) traits_.emplace(sign);
      } else {
        // "(- 5)" is a number in SMT-LIB.
        if (c != ' ') is_negative_ = false;
        rest_.remove_prefix(1);
      }
    }
    return std::move(traits_);
  }

 private:
  std::string_view take(bool (*belongs)(char)) {
    std::size_t end = 0;
    while (end < rest_.size() && belongs(rest_[end])) ++end;
    const std::string_view taken = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return taken;
  }
  void skip_quoted() {
    const std::size_t end = rest_.find('"', 1);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  }
  void number(std::string_view digits) {
    if (is_negative_) traits_.emplace("a negative number");
    if (digits.size() >= kMinLargeDigits) traits_.emplace("a large number");
    if (digits == "0") traits_.emplace("0");
    is_negative_ = false;
  }

  std::string_view rest_;
  bool is_negative_ = false;  ///< a single minus stands before
  Traits traits_;
};

Traits traits_of(const Case& subject) {
  return subject.files.empty() ? Traits() : TraitReader(subject.files.front().content).read();
}

/// How rare a trait is in inputs that need not fail: by the judged cases with this label, or else by the inputs before
/// their reduction.
class Rarity {
 public:
  explicit Rarity(const CampaignRecord& record) {
    std::uint64_t judged = 0;
    for (const Tally& tally : record.tallies)
      if (tally.outcome != Verdict::Outcome::Skip) judged += tally.count;
    for (const LabelTally& tally : record.labels)
      if (judged > 0) shares_[tally.label] += static_cast<double>(tally.count) / static_cast<double>(judged);
    for (const Finding& finding : record.findings) {
      if (!finding.reduced) continue;
      ++originals_;
      for (const std::string& trait : traits_of(finding.original)) ++in_originals_[trait];
    }
  }

  /// 0: all inputs have it. More: it is rarer.
  [[nodiscard]] double of(const std::string& trait) const {
    const auto label = shares_.find(trait);
    const auto count = in_originals_.find(trait);
    const double all = static_cast<double>(originals_) + 1;
    const double share = label != shares_.end()         ? label->second
                         : count != in_originals_.end() ? (static_cast<double>(count->second) + 1) / all
                                                        : 1 / all;
    return share >= 1 ? 0 : -std::log(std::max(share, 1 / (all * all)));
  }

 private:
  std::map<std::string, double> shares_;
  std::map<std::string, std::uint64_t> in_originals_;
  std::uint64_t originals_ = 0;
};

/// A finding with the traits of its smallest input.
struct Member {
  const Finding* finding;
  Traits traits;
};

/// The traits that all members have, the rarest first. Traits of all inputs are left out.
std::vector<std::string> common_traits(const std::vector<Member>& members, const Rarity& rarity) {
  std::vector<std::pair<double, std::string>> common;
  for (const std::string& trait : members.front().traits)
    if (rarity.of(trait) > 0 &&
        std::all_of(members.begin(), members.end(), [&](const Member& one) { return one.traits.contains(trait); }))
      common.emplace_back(-rarity.of(trait), trait);
  std::sort(common.begin(), common.end());
  if (common.size() > kMaxCommon) common.resize(kMaxCommon);
  std::vector<std::string> names;
  for (auto& [rank, trait] : common) names.push_back(std::move(trait));
  return names;
}

/// The trait that explains most of the members: shared by at least two, weighted by its rarity. Empty: there is none.
std::string best_trait(const std::vector<Member>& members, const Rarity& rarity) {
  std::map<std::string, std::size_t> counts;
  for (const Member& one : members)
    for (const std::string& trait : one.traits) ++counts[trait];
  std::string best;
  double best_score = 0;
  for (const auto& [trait, count] : counts) {
    const double score = count < 2 ? 0 : static_cast<double>(count) * rarity.of(trait);
    if (score <= best_score) continue;
    best_score = score;
    best = trait;
  }
  return best;
}

FindingCluster cluster_of(const std::vector<Member>& members, const std::vector<Member>& all, const Rarity& rarity) {
  FindingCluster cluster;
  cluster.target = members.front().finding->target;
  cluster.kind = name(members.front().finding->kind);
  cluster.common = common_traits(members, rarity);
  for (const Member& one : members) cluster.findings.push_back(one.finding);
  const auto fits = [&](const Member& one) {
    return std::all_of(cluster.common.begin(), cluster.common.end(),
                       [&](const std::string& trait) { return one.traits.contains(trait); });
  };
  if (!cluster.common.empty())
    cluster.others = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), fits)) - members.size();
  return cluster;
}

}  // namespace

std::vector<FindingCluster> finding_clusters(const CampaignRecord& record) {
  const Rarity rarity(record);
  std::map<std::pair<std::string, std::string>, std::vector<Member>> groups;
  for (const Finding& finding : record.findings)
    if (finding.status != FindingStatus::Duplicate && finding.status != FindingStatus::Unconfirmed)
      groups[{finding.target, std::string(name(finding.kind))}].push_back({&finding, traits_of(finding.smallest())});
  std::vector<FindingCluster> clusters;
  for (auto& [key, all] : groups) {
    for (std::vector<Member> left = all; !left.empty();) {
      const std::string trait = best_trait(left, rarity);
      std::vector<Member> members, others;
      for (Member& one : left)
        (trait.empty() ? members.empty() : one.traits.contains(trait)) ? members.push_back(std::move(one))
                                                                       : others.push_back(std::move(one));
      clusters.push_back(cluster_of(members, all, rarity));
      left = std::move(others);
    }
  }
  std::stable_sort(clusters.begin(), clusters.end(), [](const FindingCluster& one, const FindingCluster& other) {
    return one.findings.size() > other.findings.size();
  });
  return clusters;
}

}  // namespace assay::core
