#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::smt {

/// A step of the size ladder: the bounds A_max and D_max of Algorithm 1.
struct Rung {
  unsigned assertions = 1;
  unsigned depth = 1;
  friend bool operator==(const Rung&, const Rung&) = default;
};

/// The position of a case in the campaign's schedule.
struct SchedulePosition {
  std::uint64_t block = 0;  ///< kBlockSize consecutive indices share a block: one seed with one assignment
  std::uint64_t visit = 0;  ///< number of earlier blocks of the same seed
  std::size_t seed = 0;     ///< index into the corpus
  std::size_t rung = 0;     ///< index into Ladder::rungs()
};
inline constexpr std::uint64_t kBlockSize = 16;

/// The size ladder as a pure function of the index. Small cases come first; sizes grow when a seed's small cases start
/// to repeat (docs/adr/0002-deterministic-size-ladder.md). Not thread-safe: it caches the last permutations of seeds.
class Ladder {
 public:
  /// `formulas`: for each seed, the maximum number of formulas in its pool. Both limits must be positive.
  /// The first `preferred` seeds share the blocks of core::preferred_turn, and the other seeds the other blocks.
  Ladder(std::uint64_t campaign_seed, std::vector<std::uint32_t> formulas, unsigned max_assertions, unsigned max_depth,
         std::size_t preferred = 0);

  [[nodiscard]] SchedulePosition at(std::uint64_t index);
  [[nodiscard]] const std::vector<Rung>& rungs() const { return rungs_; }
  /// Number of visits on this rung before a seed with `formulas` formulas moves to the next rung.
  [[nodiscard]] std::uint64_t quota(std::uint32_t formulas, std::size_t rung) const;

 private:
  /// A permutation of some seeds during one visit.
  struct Order {
    std::uint64_t visit = 0;
    std::vector<std::size_t> seeds;
  };
  [[nodiscard]] std::size_t seed_at(Order& order, std::size_t begin, std::size_t end, std::uint64_t visit,
                                    std::size_t position) const;

  std::uint64_t campaign_seed_;
  std::vector<std::uint32_t> formulas_;
  std::vector<Rung> rungs_;
  std::size_t preferred_;
  Order preferred_order_;
  Order order_;
};

/// NC (200 to 1500) and NM (300 to 1000) of Algorithm 1 for an initial pool of `pool` formulas.
[[nodiscard]] std::size_t constructed_formulas(std::size_t pool);
[[nodiscard]] std::size_t generated_instances(std::size_t pool);

}  // namespace assay::smt
