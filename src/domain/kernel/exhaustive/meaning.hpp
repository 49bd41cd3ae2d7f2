#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain {

/// A set of values below 64: bit v is there when v is.
using ValueSet = std::uint64_t;

/// Says what elements describe. `contains` of the domain is believed, or (Doubted) it is one of three voices, beside
/// `leq` and `meet` with the element of the single value.
class Meaning {
 public:
  enum class Contains : std::uint8_t { Believed, Doubted };

  /// All elements of the domain are made here. The width is at most 6.
  Meaning(Domain& domain, Contains contains);

  [[nodiscard]] Domain& domain() const { return domain_; }
  [[nodiscard]] std::size_t size() const { return elements_.size(); }
  [[nodiscard]] Element& element(std::size_t index) const { return *elements_[index]; }
  [[nodiscard]] ValueSet set(std::size_t index) const { return sets_[index]; }
  [[nodiscard]] std::uint64_t values() const { return points_.size(); }
  [[nodiscard]] ValueSet all_values() const { return ~ValueSet{0} >> (64 - points_.size()); }
  [[nodiscard]] const Point& point(std::uint64_t value) const { return points_[value]; }
  [[nodiscard]] bool doubted() const { return contains_ == Contains::Doubted; }

  [[nodiscard]] bool has(Element& element, std::uint64_t value) const;
  [[nodiscard]] ValueSet of(Element& element) const;
  /// The first of the elements with the fewest values among those with all of `set`; size() when there is none.
  [[nodiscard]] std::size_t best(ValueSet set);
  /// Whether the domain can be doubted: it has what the other two voices need.
  [[nodiscard]] static bool can_doubt(const Contract& contract);
  /// The element as the domain prints it. Another one with this number is printed: printing may change an element.
  [[nodiscard]] std::string shown(std::size_t index);

 private:
  Domain& domain_;
  Contains contains_;
  std::vector<Point> points_;
  std::vector<ElementPtr> elements_;
  std::vector<ElementPtr> printed_;  ///< all elements once more, to be printed
  std::vector<ElementPtr> singles_;  ///< the element of each value, where contains is doubted
  std::vector<ValueSet> sets_;
  std::unordered_map<ValueSet, std::size_t> best_;
};

}  // namespace assay::domain
