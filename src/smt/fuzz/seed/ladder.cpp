#include "smt/fuzz/seed/ladder.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "assay/base/check.hpp"
#include "core/case/preferred.hpp"
#include "core/rng/rng.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kLargePool = 256;  // smallest pool for which NC and NM have their greatest values

std::size_t scaled(std::size_t low, std::size_t high, std::size_t pool) {
  return low + (high - low) * std::min(pool, kLargePool) / kLargePool;
}

}  // namespace

std::size_t constructed_formulas(std::size_t pool) { return scaled(200, 1500, pool); }
std::size_t generated_instances(std::size_t pool) { return scaled(300, 1000, pool); }

Ladder::Ladder(std::uint64_t campaign_seed, std::vector<std::uint32_t> formulas, unsigned max_assertions,
               unsigned max_depth, std::size_t preferred)
    : campaign_seed_(campaign_seed),
      formulas_(std::move(formulas)),
      preferred_(preferred < formulas_.size() ? preferred : 0) {
  ASSAY_CHECK(!formulas_.empty() && max_assertions > 0 && max_depth > 0, "a ladder needs seeds and positive limits");
  for (const Rung rung : {Rung{2, 3}, Rung{4, 4}, Rung{8, 8}, Rung{16, 16}, Rung{32, 32}}) {
    const Rung bounded{std::min(rung.assertions, max_assertions), std::min(rung.depth, max_depth)};
    if (rungs_.empty() || rungs_.back() != bounded) rungs_.push_back(bounded);
  }
  const Rung top{max_assertions, max_depth};
  if (rungs_.back() != top) rungs_.push_back(top);
}

// A pool of n formulas gives about 2n different scripts of one assertion, and a multiple of 2n of two assertions. The
// top rung gets as many cases as one run of Algorithm 1 generates.
std::uint64_t Ladder::quota(std::uint32_t formulas, std::size_t rung) const {
  if (rung + 1 == rungs_.size()) return generated_instances(formulas) / kBlockSize;
  constexpr std::uint64_t kMaxVisits = 12;
  const std::uint64_t fresh = static_cast<std::uint64_t>(formulas) * 2 * (rung + 1);
  return std::clamp<std::uint64_t>((fresh + kBlockSize - 1) / kBlockSize, 1, kMaxVisits);
}

std::size_t Ladder::seed_at(Order& order, std::size_t begin, std::size_t end, std::uint64_t visit,
                            std::size_t position) const {
  if (order.seeds.empty() || order.visit != visit) {
    order.seeds.resize(end - begin);
    std::iota(order.seeds.begin(), order.seeds.end(), begin);
    core::Rng rng = core::Rng(campaign_seed_).split("ladder order").split(visit);
    rng.shuffle(order.seeds);
    order.visit = visit;
  }
  return order.seeds[position];
}

SchedulePosition Ladder::at(std::uint64_t index) {
  SchedulePosition slot;
  slot.block = index / kBlockSize;
  const core::PreferredTurn turn =
      preferred_ > 0 ? core::preferred_turn(slot.block) : core::PreferredTurn{false, slot.block};
  const std::size_t begin = turn.is_preferred ? 0 : preferred_;
  const std::size_t end = turn.is_preferred ? preferred_ : formulas_.size();
  slot.visit = turn.number / (end - begin);
  slot.seed = seed_at(turn.is_preferred ? preferred_order_ : order_, begin, end, slot.visit,
                      static_cast<std::size_t>(turn.number % (end - begin)));
  const std::uint32_t size = formulas_[slot.seed];
  std::uint64_t round = 0;
  for (std::size_t rung = 0; rung < rungs_.size(); ++rung) round += quota(size, rung);
  std::uint64_t left = slot.visit % round;
  while (left >= quota(size, slot.rung)) left -= quota(size, slot.rung++);
  // Every fourth case moves to a later rung, so that a short campaign over many seeds has cases of every size. Each
  // further rung is half as likely as the rung before it.
  if (index % 4 == 3 && slot.rung + 1 < rungs_.size()) {
    core::Rng rng = core::Rng(campaign_seed_).split("ladder ahead").split(index);
    do ++slot.rung;
    while (slot.rung + 1 < rungs_.size() && rng.coin());
  }
  return slot;
}

}  // namespace assay::smt
