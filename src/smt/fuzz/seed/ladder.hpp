#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::smt {

/// A step of the size ladder: bounds of Algorithm 1 (A_max and D_max).
struct Rung {
  unsigned assertions = 1;
  unsigned depth = 1;
  friend bool operator==(const Rung&, const Rung&) = default;
};

/// Where a case stands in the campaign's schedule.
struct SchedulePosition {
  std::uint64_t block = 0;  ///< of kBlockSize consecutive indices, all from one seed under one assignment
  std::uint64_t visit = 0;  ///< how often the seed has been visited before
  std::size_t seed = 0;
  std::size_t rung = 0;
};
inline constexpr std::uint64_t kBlockSize = 16;

/// The size ladder as a pure function of the index: small cases first, growing as the small ones of a seed stop being
/// new (docs/adr/0002-deterministic-size-ladder.md). Not shared between threads: it remembers the last permutation.
class Ladder {
 public:
  /// `formulas`: for each seed, how many formulas its pool can have. Both limits are positive.
  Ladder(std::uint64_t campaign_seed, std::vector<std::uint32_t> formulas, unsigned max_assertions, unsigned max_depth);

  [[nodiscard]] SchedulePosition at(std::uint64_t index);
  [[nodiscard]] const std::vector<Rung>& rungs() const { return rungs_; }
  /// Visits that a seed with so many formulas spends on a rung before it climbs on.
  [[nodiscard]] std::uint64_t quota(std::uint32_t formulas, std::size_t rung) const;

 private:
  [[nodiscard]] std::size_t seed_at(std::uint64_t visit, std::size_t position);

  std::uint64_t campaign_seed_;
  std::vector<std::uint32_t> formulas_;
  std::vector<Rung> rungs_;
  std::vector<std::size_t> order_;  ///< of the visit order_visit_
  std::uint64_t order_visit_ = 0;
};

/// NC and NM of Algorithm 1 for an initial pool of this size: from 200 to 1500, and from 300 to 1000.
[[nodiscard]] std::size_t constructed_formulas(std::size_t pool);
[[nodiscard]] std::size_t generated_instances(std::size_t pool);

}  // namespace assay::smt
