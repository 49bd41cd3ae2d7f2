#include "smt/fuzz/storm.hpp"

#include <algorithm>
#include <utility>

#include "smt/fuzz/connective.hpp"
#include "smt/fuzz/fuzz_strategies.hpp"

namespace assay::smt {

FormulaPools::FormulaPools(const std::vector<PoolEntry>& initial, unsigned max_depth, std::size_t constructed,
                           core::Rng rng) {
  for (const PoolEntry& entry : initial)
    if (entry.depth <= max_depth) nodes_.push_back({entry.term, true, entry.value, entry.by_solvers, entry.depth});
  initial_ = static_cast<std::uint32_t>(nodes_.size());
  if (initial_ == 0) return;
  nodes_.reserve(initial_ + constructed);
  // A bound of zero admits no constructed formula at all, so the attempts are counted, too.
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

namespace {

class Storm final : public Strategy {
 public:
  std::optional<Draft> make(const CaseSource& source, core::Rng& rng) override {
    FormulaPools& pools = pools_for(source);
    std::vector<Assertion> result;
    if (pools.empty()) return std::nullopt;
    // Phase 3.
    for (std::uint64_t left = rng.below(source.rung.assertions) + 1; left > 0; --left) {
      const std::uint32_t drawn = pools.draw(rng);
      TermId term = pools.term(source.seed.store, drawn);
      if (!pools.value(drawn)) term = make_not(source.seed.store, term);
      result.push_back({term, pools.by_solvers(drawn)});
    }
    return draft_of(std::move(result), HoldsByConstruction{});
  }

 private:
  // The cases of a block share their pools, one pair for each rung that the block visits.
  FormulaPools& pools_for(const CaseSource& source) {
    if (kept_.empty() || block_key_ != source.block_key) {
      kept_.clear();
      block_key_ = source.block_key;
    }
    for (auto& [rung, pools] : kept_)
      if (rung == source.rung) return *pools;
    const std::size_t count = constructed_formulas(source.valuation.pool().size());
    kept_.emplace_back(source.rung, std::make_unique<FormulaPools>(source.valuation.pool(), source.rung.depth, count,
                                                                   source.block.split("storm pools")));
    return *kept_.back().second;
  }

  std::uint64_t block_key_ = 0;
  std::vector<std::pair<Rung, std::unique_ptr<FormulaPools>>> kept_;
};

}  // namespace

std::unique_ptr<Strategy> make_storm() { return std::make_unique<Storm>(); }

}  // namespace assay::smt
