#include "smt/rules/congruence.hpp"

#include <algorithm>
#include <utility>

#include "assay/base/hash.hpp"
#include "smt/term/id_table.hpp"

namespace assay::smt {

Congruence::Congruence(const TermStore& store, std::span<const TermId> facts) : store_(store) {
  add(facts);
  for (const TermId fact : facts) {
    unite_sides(fact);
    unite(first_fact(), number_of(fact));
  }
  while (unite_congruent()) {
  }
}

void Congruence::add(std::span<const TermId> facts) {
  const auto number = [&](TermId term) {
    if (const std::uint32_t known = numbers_.find(term.index)) return known - 1;
    terms_.push_back(term);
    numbers_.set(term.index, static_cast<std::uint32_t>(terms_.size()));
    return static_cast<std::uint32_t>(terms_.size() - 1);
  };
  for (const TermId fact : facts) (void)number(fact);
  for (std::uint32_t i = 0; i < terms_.size(); ++i) {
    first_child_.push_back(static_cast<std::uint32_t>(children_.size()));
    for (const TermId child : store_.children(terms_[i])) children_.push_back(number(child));
    parent_.push_back(i);
    next_.push_back(i);
  }
}

void Congruence::unite_sides(TermId equation) {
  static const OperatorId equal = Operators::get().at("=");
  if (!store_.is(equation, equal)) return;
  const auto sides = store_.children(equation);
  for (const TermId side : sides.subspan(1)) unite(number_of(sides[0]), number_of(side));
}

std::uint32_t Congruence::class_of(std::uint32_t number) const {
  while (parent_[number] != number) number = parent_[number];
  return number;
}

bool Congruence::unite(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t one = class_of(a);
  const std::uint32_t other = class_of(b);
  if (one == other) return false;
  parent_[std::max(one, other)] = std::min(one, other);
  std::swap(next_[one], next_[other]);
  return true;
}

bool Congruence::unite_congruent() {
  for (std::uint32_t i = 0; i < terms_.size(); ++i) parent_[i] = class_of(i);
  IdTable shapes;
  bool changed = false;
  // Children have larger numbers than the first term that contains them, so that one round propagates along a chain.
  for (auto i = static_cast<std::uint32_t>(terms_.size()); i-- > 0;) {
    if (store_.node(terms_[i]).count == 0) continue;
    const std::uint64_t shape = shape_of(i);
    const auto same = shapes.find(shape, [&](std::uint32_t other) { return have_same_shape(i, other); });
    if (same) {
      changed = unite(i, *same) || changed;
    } else {
      shapes.insert(shape, i);
    }
  }
  return changed;
}

std::uint64_t Congruence::shape_of(std::uint32_t number) const {
  const TermNode& node = store_.node(terms_[number]);
  std::uint64_t shape = combine(static_cast<std::uint64_t>(node.kind), node.data);
  for (std::size_t i = 0; i < node.count; ++i) shape = combine(shape, class_of_child(number, i));
  return shape;
}

bool Congruence::have_same_shape(std::uint32_t a, std::uint32_t b) const {
  const TermNode& one = store_.node(terms_[a]);
  const TermNode& other = store_.node(terms_[b]);
  if (one.kind != other.kind || one.data != other.data || one.extra != other.extra || one.sort != other.sort ||
      one.count != other.count)
    return false;
  for (std::size_t i = 0; i < one.count; ++i)
    if (class_of_child(a, i) != class_of_child(b, i)) return false;
  return true;
}

}  // namespace assay::smt
