#include "smt/synth/plan.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "assay/base/check.hpp"
#include "assay/base/hash.hpp"

namespace assay::smt {

__extension__ using Wide = unsigned __int128;

Plan::Plan(std::vector<PlannedFamily> families) : families_(std::move(families)) {
  group();
  std::set<unsigned> levels;
  for (const PlannedFamily& family : families_) levels.insert(family.level);
  for (const unsigned level : levels) {
    std::set<std::uint64_t> counts;
    for (const PlannedFamily& family : families_)
      if (family.level == level && family.count > 0) counts.insert(family.count);
    std::uint64_t round = 0;
    for (const std::uint64_t until : counts) {
      Segment segment{count_, round, {}};
      for (std::uint32_t i = 0; i < families_.size(); ++i)
        if (families_[i].level == level && families_[i].count > round) segment.active.push_back(i);
      count_ += (until - round) * segment.active.size();
      round = until;
      segments_.push_back(std::move(segment));
    }
  }
}

void Plan::group() {
  std::map<std::string, std::map<std::string, std::vector<std::uint32_t>>> named;
  for (std::uint32_t i = 0; i < families_.size(); ++i)
    if (families_[i].count > 0) named[families_[i].theory][families_[i].category].push_back(i);
  for (auto& [theory, categories] : named) {
    groups_.emplace_back();
    for (auto& [category, members] : categories) groups_.back().push_back(std::move(members));
  }
}

PlaceInPlan Plan::draw(core::Rng& rng) const {
  const std::size_t family = rng.pick(rng.pick(rng.pick(groups_)));
  return {family, rng.below(families_[family].count)};
}

PlaceInPlan Plan::at(std::uint64_t index) const {
  ASSAY_CHECK(index < count_, "an index behind the plan's end");
  const auto after = std::upper_bound(segments_.begin(), segments_.end(), index,
                                      [](std::uint64_t i, const Segment& segment) { return i < segment.first; });
  const Segment& segment = *std::prev(after);
  const std::uint64_t rest = index - segment.first;
  const std::size_t family = segment.active[static_cast<std::size_t>(rest % segment.active.size())];
  return {family, spread(family, segment.first_round + rest / segment.active.size())};
}

// A stride without a common factor with the count visits every number once.
std::uint64_t Plan::spread(std::size_t family, std::uint64_t number) const {
  const PlannedFamily& planned = families_[family];
  const std::uint64_t count = planned.count;
  if (count < 3) return number;
  std::uint64_t stride = count / 2 + hash_bytes(planned.subject) % (count / 2);
  while (std::gcd(stride, count) != 1) ++stride;
  return static_cast<std::uint64_t>(static_cast<Wide>(number) * stride % count);
}

}  // namespace assay::smt
