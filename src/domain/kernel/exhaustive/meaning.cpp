#include "meaning.hpp"

#include <bit>

namespace assay::domain {

Meaning::Meaning(Domain& domain, Contains contains)
    : domain_(domain), contains_(contains), elements_(domain.all_elements()) {
  const std::uint64_t values = std::uint64_t{1} << domain.contract().width;
  for (std::uint64_t value = 0; value < values; ++value) {
    points_.push_back(Point{Rational(static_cast<unsigned long>(value))});
    if (doubted()) singles_.push_back(domain.abstract(points_.back()));
  }
  for (const ElementPtr& element : elements_) sets_.push_back(of(*element));
}

bool Meaning::has(Element& element, std::uint64_t value) const {
  const bool contained = domain_.contains(element, points_[value]);
  if (!doubted()) return contained;
  Element& single = *singles_[value];
  if (domain_.leq(single, element) == contained) return contained;
  const ElementPtr common = domain_.meet(single, element);
  return !domain_.is_bottom(*common);
}

ValueSet Meaning::of(Element& element) const {
  ValueSet set = 0;
  for (std::uint64_t value = 0; value < points_.size(); ++value)
    if (has(element, value)) set |= ValueSet{1} << value;
  return set;
}

std::size_t Meaning::best(ValueSet set) {
  const auto [known, added] = best_.try_emplace(set, elements_.size());
  if (!added) return known->second;
  int fewest = 65;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const int count = std::popcount(sets_[i]);
    if ((set & ~sets_[i]) != 0 || count >= fewest) continue;
    fewest = count;
    known->second = i;
  }
  return known->second;
}

std::string Meaning::shown(std::size_t index) {
  if (!domain_.contract().operations.has(Operation::Print)) return "#" + std::to_string(index);
  if (printed_.empty()) printed_ = domain_.all_elements();
  return domain_.print(*printed_[index]);
}

bool Meaning::can_doubt(const Contract& contract) {
  return contract.operations.has_all({Operation::Abstract, Operation::Leq, Operation::Meet, Operation::IsBottom});
}

}  // namespace assay::domain
