#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain {

/// A set of values below 64: bit v is set if it contains v.
using ValueSet = std::uint64_t;

/// Determines the values that elements contain: by the domain's `contains`, or (Doubted) by the majority of `contains`,
/// `leq` and `meet`, the last two with the element of the single value.
class Meaning {
 public:
  enum class Contains : std::uint8_t { Believed, Doubted };

  /// Makes all elements of the domain. Requires a width of at most 6 bits.
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
  /// Index of the first smallest element that contains all values of `set`; size() if there is none.
  [[nodiscard]] std::size_t best(ValueSet set);
  /// Whether the domain has the operations that Contains::Doubted needs.
  [[nodiscard]] static bool can_doubt(const Contract& contract);
  /// The element as the domain prints it. A separate copy is printed because printing may change an element.
  [[nodiscard]] std::string shown(std::size_t index);

 private:
  Domain& domain_;
  Contains contains_;
  std::vector<Point> points_;
  std::vector<ElementPtr> elements_;
  std::vector<ElementPtr> printed_;  ///< a second copy of all elements, used only for printing
  std::vector<ElementPtr> singles_;  ///< abstraction of each value; only with Contains::Doubted
  std::vector<ValueSet> sets_;
  std::unordered_map<ValueSet, std::size_t> best_;
};

}  // namespace assay::domain
