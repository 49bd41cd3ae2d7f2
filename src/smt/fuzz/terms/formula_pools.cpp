#include "smt/fuzz/terms/formula_pools.hpp"

#include <algorithm>

#include "smt/theory/connective.hpp"

namespace assay::smt {

FormulaPools::FormulaPools(const std::vector<PoolEntry>& initial, unsigned max_depth, std::size_t constructed,
                           core::Rng rng) {
  for (const PoolEntry& entry : initial)
    if (entry.depth <= max_depth) nodes_.push_back({entry.term, true, entry.value, entry.by_solvers, entry.depth});
  initial_ = static_cast<std::uint32_t>(nodes_.size());
  if (initial_ == 0) return;
  nodes_.reserve(initial_ + constructed);
  // The number of attempts is limited: max_depth 0 admits no constructed formula.
  for (std::size_t tries = 0; nodes_.size() < initial_ + constructed && tries < constructed * 8; ++tries) {
    const std::uint32_t left = draw(rng);
    Node made;
    made.left = left;
    if (rng.coin()) {
      made.right = draw(rng);
      made.value = nodes_[left].value && nodes_[made.right].value;
      made.depth = std::max(nodes_[left].depth, nodes_[made.right].depth) + 1;
      made.by_solvers = nodes_[left].by_solvers || nodes_[made.right].by_solvers;
    } else {
      made.value = !nodes_[left].value;
      made.depth = nodes_[left].depth + 1;
      made.by_solvers = nodes_[left].by_solvers;
    }
    if (made.depth <= max_depth) nodes_.push_back(made);
  }
}

std::uint32_t FormulaPools::draw(core::Rng& rng) const {
  const std::size_t constructed = nodes_.size() - initial_;
  if (constructed == 0 || rng.percent(30)) return static_cast<std::uint32_t>(rng.below(initial_));
  return initial_ + static_cast<std::uint32_t>(rng.below(constructed));
}

TermId FormulaPools::term(TermStore& store, std::uint32_t formula) {
  std::vector<std::uint32_t> work{formula};
  while (!work.empty()) {
    Node& node = nodes_[work.back()];
    if (node.made) {
      work.pop_back();
      continue;
    }
    const bool left_ready = nodes_[node.left].made;
    const bool right_ready = node.right == kNone || nodes_[node.right].made;
    if (left_ready && right_ready) {
      node.term = node.right == kNone ? make_not(store, nodes_[node.left].term)
                                      : make_and(store, nodes_[node.left].term, nodes_[node.right].term);
      node.made = true;
      work.pop_back();
      continue;
    }
    if (!left_ready) work.push_back(node.left);
    if (!right_ready) work.push_back(node.right);
  }
  return nodes_[formula].term;
}

}  // namespace assay::smt
