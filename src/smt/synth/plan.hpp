#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/rng/rng.hpp"

namespace assay::smt {

/// A family in the plan.
struct PlannedFamily {
  unsigned level = 0;
  std::string category;
  std::string theory;
  std::string subject;
  std::uint64_t count = 0;  ///< number of formulas
};

/// The position of a formula: the index of its family, and its number in the family.
struct PlaceInPlan {
  std::size_t family = 0;
  std::uint64_t number = 0;
};

/// The order of an exhaustive enumeration: level by level, and within a level in rounds with one formula of each
/// family, so that an interrupted run has tested every family. Each family's formulas come in a fixed, scattered order.
/// The position of an index is computed directly.
class Plan {
 public:
  Plan() = default;
  explicit Plan(std::vector<PlannedFamily> families);

  [[nodiscard]] const std::vector<PlannedFamily>& families() const { return families_; }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// The place of the formula with this index, less than count().
  [[nodiscard]] PlaceInPlan at(std::uint64_t index) const;
  /// A random position: first a theory, then a category, then a family, so that small groups are drawn as often as
  /// large groups.
  [[nodiscard]] PlaceInPlan draw(core::Rng& rng) const;

 private:
  /// Consecutive rounds of a level with the same families.
  struct Segment {
    std::uint64_t first = 0;  ///< index of its first formula
    std::uint64_t first_round = 0;
    std::vector<std::uint32_t> active;  ///< indices of the families
  };
  void group();
  [[nodiscard]] std::uint64_t spread(std::size_t family, std::uint64_t number) const;

  std::vector<PlannedFamily> families_;
  std::vector<Segment> segments_;
  std::vector<std::vector<std::vector<std::uint32_t>>> groups_;  ///< indices of families, by theory and category
  std::uint64_t count_ = 0;
};

}  // namespace assay::smt
