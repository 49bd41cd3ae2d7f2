#include "smt/truth/congruence_classes.hpp"

#include <map>
#include <tuple>

namespace assay::smt {

CongruenceClasses::CongruenceClasses(const TermStore& store, std::span<const Pair> equations,
                                     std::span<const TermId> terms)
    : store_(store) {
  for (const auto& [a, b] : equations) {
    add_below(a);
    add_below(b);
  }
  for (const TermId term : terms) add_below(term);
  for (const auto& [a, b] : equations) merge(a, b);
  while (merge_congruent()) {
  }
}

void CongruenceClasses::add_below(TermId term) {
  std::vector<TermId> pending = {term};
  while (!pending.empty()) {
    const TermId top = pending.back();
    pending.pop_back();
    if (!parents_.emplace(top, top).second) continue;
    terms_.push_back(top);
    // Terms below a binder depend on its variables, so congruence does not apply to them.
    const TermKind kind = store_.node(top).kind;
    if (kind != TermKind::Apply && kind != TermKind::Call) continue;
    pending.insert(pending.end(), store_.children(top).begin(), store_.children(top).end());
  }
}

TermId CongruenceClasses::root(TermId term) {
  TermId at = term;
  while (parents_.at(at) != at) at = parents_.at(at);
  parents_[term] = at;
  return at;
}

bool CongruenceClasses::merge(TermId a, TermId b) {
  const TermId first = root(a);
  const TermId second = root(b);
  if (first == second) return false;
  // The root is a literal if there is one, else the term with the smaller id.
  const bool a_literal = store_.node(first).kind == TermKind::Constant;
  const bool b_literal = store_.node(second).kind == TermKind::Constant;
  const bool keep_first = a_literal != b_literal ? a_literal : first < second;
  parents_[keep_first ? second : first] = keep_first ? first : second;
  return true;
}

bool CongruenceClasses::merge_congruent() {
  using Key = std::tuple<TermKind, std::uint32_t, std::uint32_t, SortId, std::vector<TermId>>;
  std::map<Key, TermId> seen;
  bool changed = false;
  for (const TermId term : terms_) {
    const TermNode& node = store_.node(term);
    if ((node.kind != TermKind::Apply && node.kind != TermKind::Call) || node.count == 0) continue;
    Key key{node.kind, node.data, node.extra, node.sort, {}};
    for (const TermId child : store_.children(term)) std::get<4>(key).push_back(root(child));
    const auto [at, is_new] = seen.emplace(std::move(key), term);
    if (!is_new && merge(at->second, term)) changed = true;
  }
  return changed;
}

bool CongruenceClasses::contradictory() {
  std::map<TermId, TermId> literals;
  for (const TermId term : terms_) {
    if (store_.node(term).kind != TermKind::Constant) continue;
    const auto [at, is_new] = literals.emplace(root(term), term);
    if (!is_new && !(store_.value(at->second) == store_.value(term)) &&
        store_.sort_of(at->second) == store_.sort_of(term))
      return true;
  }
  return false;
}

std::vector<CongruenceClasses::Pair> CongruenceClasses::merged() {
  std::vector<Pair> result;
  for (const TermId term : terms_)
    if (root(term) != term) result.emplace_back(term, root(term));
  return result;
}

}  // namespace assay::smt
