#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/core/rng.hpp"

namespace assay::smt {

/// A family's place in the plan.
struct PlannedFamily {
  unsigned level = 0;
  std::string category;
  std::string theory;
  std::string subject;
  std::uint64_t count = 0;
};

/// A formula's place: which family, and its number there.
struct PlaceInPlan {
  std::size_t family = 0;
  std::uint64_t number = 0;
};

/// The order of an exhaustive enumeration: level after level; within a level in rounds, each family one formula a
/// round, so that a run that ends early has seen something of everything. A family's formulas come in a fixed order
/// that is spread over it. Any place is found without walking.
class Plan {
 public:
  Plan() = default;
  explicit Plan(std::vector<PlannedFamily> families);

  [[nodiscard]] const std::vector<PlannedFamily>& families() const { return families_; }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// The place of the formula with this index, less than count().
  [[nodiscard]] PlaceInPlan at(std::uint64_t index) const;
  /// A random place: first a theory, then one of its categories, then a family, so that none is drowned by larger ones.
  [[nodiscard]] PlaceInPlan draw(core::Rng& rng) const;

 private:
  /// Rounds of a level in which the same families take part.
  struct Segment {
    std::uint64_t first = 0;  ///< index of its first formula
    std::uint64_t first_round = 0;
    std::vector<std::uint32_t> active;
  };
  void group();
  [[nodiscard]] std::uint64_t spread(std::size_t family, std::uint64_t number) const;

  std::vector<PlannedFamily> families_;
  std::vector<Segment> segments_;
  std::vector<std::vector<std::vector<std::uint32_t>>> groups_;  ///< families by theory and category
  std::uint64_t count_ = 0;
};

}  // namespace assay::smt
