#include "assay/datalog/graph.hpp"

#include <algorithm>
#include <deque>

#include "assay/base/check.hpp"

namespace assay::datalog {

char sign(Ancestry ancestry) {
  switch (ancestry) {
    case Ancestry::None: return '0';
    case Ancestry::Positive: return '+';
    case Ancestry::Negative: return '-';
    case Ancestry::Unknown: return '?';
  }
  return '?';
}

namespace {

void add_edges(const Rule& rule, std::uint32_t number, std::vector<Edge>& edges) {
  const auto add = [&](const Atom& atom, bool aggregated, std::uint32_t literal) {
    for (const Atom& head : rule.heads)
      edges.push_back({.from = atom.relation,
                       .to = head.relation,
                       .negative = atom.negated,
                       .aggregated = aggregated,
                       .rule = number,
                       .literal = literal});
  };
  for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
    if (const auto* atom = std::get_if<Atom>(&rule.body[i])) add(*atom, false, i);
    if (const auto* aggregate = std::get_if<Aggregate>(&rule.body[i]))
      for (const Atom& atom : aggregate->atoms) add(atom, true, i);
  }
}

}  // namespace

PrecedenceGraph::PrecedenceGraph(const Program& program) : size_(program.relations.size()) {
  for (std::uint32_t i = 0; i < program.rules.size(); ++i) add_edges(program.rules[i], i, edges_);
  out_.resize(size_);
  self_loop_.resize(size_);
  for (std::uint32_t i = 0; i < edges_.size(); ++i) {
    ASSAY_CHECK(edges_[i].from < size_ && edges_[i].to < size_, "a rule names a relation that is not there");
    out_[edges_[i].from].push_back(i);
    if (edges_[i].from == edges_[i].to) self_loop_[edges_[i].from] = true;
  }
  find_components();
  find_reachable();
}

// Tarjan's algorithm over the edges turned round (from a head to what it depends on), so that components come out after
// what they depend on. An explicit stack: programs may be chains of any length.
void PrecedenceGraph::find_components() {
  constexpr std::uint32_t kNew = ~std::uint32_t{0};
  std::vector<std::vector<RelationId>> needs(size_);
  for (const Edge& edge : edges_) needs[edge.to].push_back(edge.from);
  std::vector<std::uint32_t> index(size_, kNew);
  std::vector<std::uint32_t> low(size_, 0);
  std::vector<bool> on_stack(size_);
  std::vector<RelationId> stack;
  std::vector<std::pair<RelationId, std::size_t>> path;
  std::uint32_t next = 0;
  component_of_.assign(size_, 0);
  const auto enter = [&](RelationId relation) {
    index[relation] = low[relation] = next++;
    stack.push_back(relation);
    on_stack[relation] = true;
    path.emplace_back(relation, 0);
  };
  const auto leave = [&](RelationId relation) {
    if (low[relation] != index[relation]) return;
    components_.emplace_back();
    for (;;) {
      const RelationId member = stack.back();
      stack.pop_back();
      on_stack[member] = false;
      component_of_[member] = static_cast<std::uint32_t>(components_.size() - 1);
      components_.back().push_back(member);
      if (member == relation) break;
    }
    std::sort(components_.back().begin(), components_.back().end());
  };
  for (RelationId root = 0; root < size_; ++root) {
    if (index[root] != kNew) continue;
    enter(root);
    while (!path.empty()) {
      const RelationId relation = path.back().first;
      if (path.back().second < needs[relation].size()) {
        const RelationId below = needs[relation][path.back().second++];
        if (index[below] == kNew) {
          enter(below);
        } else if (on_stack[below]) {
          low[relation] = std::min(low[relation], index[below]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[relation]);
      leave(relation);
    }
  }
  for (const Edge& edge : edges_)
    if ((edge.negative || edge.aggregated) && component_of_[edge.from] == component_of_[edge.to]) stratified_ = false;
}

namespace {

bool bit(const std::uint64_t* words, std::size_t i) { return ((words[i / 64] >> (i % 64)) & 1) != 0; }

/// Adds the bits of `from` to `into`; whether any was new.
bool unite(std::uint64_t* into, const std::uint64_t* from, std::size_t words) {
  std::uint64_t news = 0;
  for (std::size_t i = 0; i < words; ++i) {
    news |= from[i] & ~into[i];
    into[i] |= from[i];
  }
  return news != 0;
}

}  // namespace

// Components in reverse order: what a relation flows to is known before the relation itself, but for cycles, which are
// gone round until nothing changes.
void PrecedenceGraph::find_reachable() {
  words_ = (size_ + 63) / 64;
  for (auto& sets : reached_) sets.assign(size_ * words_, 0);
  const auto set = [&](std::size_t parity, RelationId from) { return reached_[parity].data() + from * words_; };
  for (RelationId i = 0; i < size_; ++i) set(0, i)[i / 64] |= std::uint64_t{1} << (i % 64);
  const auto spread = [&](const Edge& edge) {
    bool changed = false;
    for (const std::size_t parity : {std::size_t{0}, std::size_t{1}}) {
      if (!edge.negative || edge.aggregated) changed |= unite(set(parity, edge.from), set(parity, edge.to), words_);
      if (edge.negative || edge.aggregated) changed |= unite(set(parity, edge.from), set(1 - parity, edge.to), words_);
    }
    return changed;
  };
  for (std::size_t i = components_.size(); i-- > 0;) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (const RelationId relation : components_[i])
        for (const std::uint32_t edge : out_[relation]) changed |= spread(edges_[edge]);
      if (components_[i].size() == 1 && !self_loop_[components_[i][0]]) break;
    }
  }
}

Ancestry PrecedenceGraph::ancestry(RelationId from, RelationId to) const {
  const bool even = bit(reached_[0].data() + from * words_, to);
  const bool odd = bit(reached_[1].data() + from * words_, to);
  if (even && odd) return Ancestry::Unknown;
  if (odd) return Ancestry::Negative;
  return even ? Ancestry::Positive : Ancestry::None;
}

bool PrecedenceGraph::recursive(RelationId relation) const {
  return self_loop_[relation] || components_[component_of_[relation]].size() > 1;
}

std::uint32_t PrecedenceGraph::stratum(RelationId relation, RelationId output) const {
  ASSAY_CHECK(stratified_, "strata are of stratified programs only");
  if (!reaches(relation, output)) return 0;
  // Longest path over components; inside of one, edges weigh nothing.
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> strata(components_.size(), kNone);
  strata[component_of_[output]] = 0;
  for (std::size_t i = components_.size(); i-- > 0;) {
    for (const RelationId member : components_[i]) {
      for (const std::uint32_t number : out_[member]) {
        const Edge& edge = edges_[number];
        const std::uint32_t above = strata[component_of_[edge.to]];
        if (above == kNone) continue;
        const std::uint32_t here = above + (edge.negative || edge.aggregated ? 1 : 0);
        if (strata[i] == kNone || strata[i] < here) strata[i] = here;
      }
    }
  }
  return strata[component_of_[relation]];
}

}  // namespace assay::datalog
