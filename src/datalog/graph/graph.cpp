#include "datalog/graph/graph.hpp"

#include <algorithm>
#include <span>
#include <vector>

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

// Edges to a relation with subsumption count as aggregated: additional tuples may remove tuples from it.
void add_edges(const Program& program, std::uint32_t number, std::vector<Edge>& edges) {
  const Rule& rule = program.rules[number];
  const auto add = [&](const Atom& atom, bool aggregated, std::uint32_t literal) {
    for (const Atom& head : rule.heads) {
      ASSAY_CHECK(head.relation < program.relations.size(), "a rule names a relation that is not there");
      edges.push_back({.from = atom.relation,
                       .to = head.relation,
                       .negative = atom.negated,
                       .aggregated = aggregated || program.relations[head.relation].dominance,
                       .rule = number,
                       .literal = literal});
    }
  };
  for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
    if (const auto* atom = std::get_if<Atom>(&rule.body[i])) add(*atom, false, i);
    if (const auto* aggregate = std::get_if<Aggregate>(&rule.body[i]))
      for (const Atom& atom : aggregate->atoms) add(atom, true, i);
  }
}

}  // namespace

PrecedenceGraph::PrecedenceGraph(const Program& program) : size_(program.relations.size()) {
  constexpr std::size_t kUsualEdges = 4;  // estimated number of edges of one rule
  edges_.reserve(kUsualEdges * program.rules.size());
  for (std::uint32_t i = 0; i < program.rules.size(); ++i) add_edges(program, i, edges_);
  nodes_.resize(size_ + 1);
  list_edges();
  find_components();
  find_reachable();
}

// Counting sort of the edges by `from`: counts the edges, then places them from the last one to the first.
void PrecedenceGraph::list_edges() {
  for (const Edge& edge : edges_) {
    ASSAY_CHECK(edge.from < size_ && edge.to < size_, "a rule names a relation that is not there");
    ++nodes_[edge.from].out_begin;
    if (edge.from == edge.to) nodes_[edge.from].self_loop = true;
  }
  std::uint32_t end = 0;
  for (Node& node : nodes_) node.out_begin = end += node.out_begin;
  out_.resize(edges_.size());
  for (auto i = static_cast<std::uint32_t>(edges_.size()); i-- > 0;) out_[--nodes_[edges_[i].from].out_begin] = i;
}

namespace {

// Tarjan's algorithm over the reversed edges (from a head to the relations that it depends on), so that a component is
// found after the components that it depends on. The stack is explicit, because programs may be chains of any length.
class Components {
 public:
  Components(std::size_t size, const std::vector<Edge>& edges)
      : edges_(edges), needs_(edges.size(), kNone), states_(size) {
    for (std::size_t i = edges.size(); i-- > 0;) {
      needs_[i] = states_[edges[i].to].next;
      states_[edges[i].to].next = static_cast<std::uint32_t>(i);
    }
    stack_.reserve(size);
    path_.reserve(size);
  }

  /// Calls `visit(members)` with each component. The span is valid during the call only.
  template <typename Visit>
  void run(Visit visit) {
    for (RelationId root = 0; root < states_.size(); ++root) {
      if (states_[root].index != kNone) continue;
      enter(root);
      while (!path_.empty()) {
        if (!descend(path_.back())) leave(visit);
      }
    }
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct State {
    std::uint32_t index = kNone;
    std::uint32_t low = 0;
    std::uint32_t next = kNone;  ///< the next edge to follow
    bool on_stack = false;
  };

  void enter(RelationId relation) {
    State& state = states_[relation];
    state.index = state.low = next_++;
    state.on_stack = true;
    stack_.push_back(relation);
    path_.push_back(relation);
  }

  /// Follows the relation's next edge. Returns false if there is none.
  bool descend(RelationId relation) {
    State& state = states_[relation];
    if (state.next == kNone) return false;
    const RelationId below = edges_[state.next].from;
    state.next = needs_[state.next];
    if (states_[below].index == kNone) {
      enter(below);
    } else if (states_[below].on_stack) {
      state.low = std::min(state.low, states_[below].index);
    }
    return true;
  }

  template <typename Visit>
  void leave(Visit visit) {
    const RelationId relation = path_.back();
    const State& state = states_[relation];
    path_.pop_back();
    if (!path_.empty()) states_[path_.back()].low = std::min(states_[path_.back()].low, state.low);
    if (state.low != state.index) return;
    const auto first = std::find(stack_.rbegin(), stack_.rend(), relation).base() - 1;
    for (auto it = first; it != stack_.end(); ++it) states_[*it].on_stack = false;
    std::sort(first, stack_.end());
    visit(std::span<const RelationId>(first, stack_.end()));
    stack_.erase(first, stack_.end());
  }

  const std::vector<Edge>& edges_;
  std::vector<std::uint32_t> needs_;  ///< by edge: the next edge with the same `to`
  std::vector<State> states_;
  std::vector<RelationId> stack_;
  std::vector<RelationId> path_;
  std::uint32_t next_ = 0;
};

}  // namespace

void PrecedenceGraph::find_components() {
  members_.reserve(size_);
  component_begin_.reserve(size_ + 1);
  component_begin_.push_back(0);
  Components(size_, edges_).run([&](std::span<const RelationId> members) {
    for (const RelationId member : members) nodes_[member].component = static_cast<std::uint32_t>(component_count());
    members_.insert(members_.end(), members.begin(), members.end());
    component_begin_.push_back(static_cast<std::uint32_t>(members_.size()));
  });
  for (const Edge& edge : edges_) {
    if ((edge.negative || edge.aggregated) && component_of(edge.from) == component_of(edge.to)) stratified_ = false;
  }
}

namespace {

bool bit(const std::uint64_t* words, std::size_t i) { return ((words[i / 64] >> (i % 64)) & 1) != 0; }

/// Adds the bits of `from` to `into`. Returns whether a bit was new.
bool unite(std::uint64_t* into, const std::uint64_t* from, std::size_t words) {
  std::uint64_t news = 0;
  for (std::size_t i = 0; i < words; ++i) {
    news |= from[i] & ~into[i];
    into[i] |= from[i];
  }
  return news != 0;
}

}  // namespace

// Visits components in reverse order, so that the sets of all later components are final. Repeats the edges inside of a
// component until no set changes.
void PrecedenceGraph::find_reachable() {
  words_ = (size_ + 63) / 64;
  reached_.assign(2 * size_ * words_, 0);
  const auto set = [&](std::size_t parity, RelationId from) { return reached_.data() + reached_at(parity, from); };
  for (RelationId i = 0; i < size_; ++i) set(0, i)[i / 64] |= std::uint64_t{1} << (i % 64);
  const auto spread = [&](const Edge& edge) {
    bool changed = false;
    for (const std::size_t parity : {std::size_t{0}, std::size_t{1}}) {
      if (!edge.negative || edge.aggregated) changed |= unite(set(parity, edge.from), set(parity, edge.to), words_);
      if (edge.negative || edge.aggregated) changed |= unite(set(parity, edge.from), set(1 - parity, edge.to), words_);
    }
    return changed;
  };
  for (std::size_t i = component_count(); i-- > 0;) {
    const std::span<const RelationId> members = component(i);
    bool changed = true;
    while (changed) {
      changed = false;
      for (const RelationId relation : members) {
        for (const std::uint32_t edge : out(relation)) changed |= spread(edges_[edge]);
      }
      if (members.size() == 1 && !nodes_[members[0]].self_loop) break;
    }
  }
}

Ancestry PrecedenceGraph::ancestry(RelationId from, RelationId to) const {
  const bool even = bit(reached_.data() + reached_at(0, from), to);
  const bool odd = bit(reached_.data() + reached_at(1, from), to);
  if (even && odd) return Ancestry::Unknown;
  if (odd) return Ancestry::Negative;
  return even ? Ancestry::Positive : Ancestry::None;
}

bool PrecedenceGraph::recursive(RelationId relation) const {
  return nodes_[relation].self_loop || component(component_of(relation)).size() > 1;
}

std::uint32_t PrecedenceGraph::stratum(RelationId relation, RelationId output) const {
  ASSAY_CHECK(stratified_, "only stratified programs have strata");
  if (!reaches(relation, output)) return 0;
  // The longest path over components. Edges inside of a component have the weight 0.
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> strata(component_count(), kNone);
  strata[component_of(output)] = 0;
  for (std::size_t i = component_count(); i-- > 0;) {
    for (const RelationId member : component(i)) {
      for (const std::uint32_t number : out(member)) {
        const Edge& edge = edges_[number];
        const std::uint32_t above = strata[component_of(edge.to)];
        if (above == kNone) continue;
        const std::uint32_t here = above + (edge.negative || edge.aggregated ? 1 : 0);
        if (strata[i] == kNone || strata[i] < here) strata[i] = here;
      }
    }
  }
  return strata[component_of(relation)];
}

}  // namespace assay::datalog
