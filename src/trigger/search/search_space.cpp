#include "trigger/search/search_space.hpp"

#include <algorithm>

#include "trigger/problem/formula/normal_form.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermKind;
using smt::TermStore;

/// Maximum number of unifiers of two members, and of one application and the ground terms.
constexpr std::size_t kUnifiersOfTwo = 8;
constexpr std::size_t kUnifiersWithGround = 24;
/// Maximum number of ground applications of one function that are unified: generated scripts have tens of thousands.
constexpr std::size_t kMaxGroundTerms = 1000;
/// Maximum number of similar clauses that are combined with one member.
constexpr std::size_t kMaxNeighbours = 40;
/// Maximum number of applications, and of constants, in the type-based constraints of one unknown.
constexpr std::size_t kMaxTermsOfType = 12;

std::vector<Clause> clauses_of(const Workplace& work) {
  std::vector<Clause> clauses;
  for (const Conjunct& conjunct : work.problem.conjuncts) {
    if (!work.store.has(conjunct.formula, smt::kHasBinder)) continue;
    Clause clause = clause_of(work.store, conjunct);
    if (!clause.is_ground() && !clause.patterns.empty()) clauses.push_back(std::move(clause));
  }
  return clauses;
}

std::vector<TermId> facts_of(const Workplace& work) {
  std::vector<TermId> facts;
  for (const Conjunct& conjunct : work.problem.conjuncts)
    if (!work.store.has(conjunct.formula, smt::kHasBinder)) facts.push_back(conjunct.formula);
  return facts;
}

std::vector<TermId> constants_of(const Workplace& work) {
  std::vector<TermId> constants;
  std::set<TermId> seen;
  for (const Conjunct& conjunct : work.problem.conjuncts) {
    visit_terms(work.store, conjunct.formula, [&](TermId node) {
      const bool constant = work.store.node(node).kind == TermKind::Call && work.store.children(node).empty() &&
                            !work.store.has(node, smt::kHasOpaque) &&
                            work.store.sort_of(node) != work.store.bool_sort();
      if (constant && seen.insert(node).second) constants.push_back(node);
      return true;
    });
  }
  return constants;
}

bool occurs(const TermStore& store, TermId part, TermId term) {
  bool found = false;
  visit_terms(store, term, [&](TermId node) { return !(found = found || node == part); });
  return found;
}

}  // namespace

Cluster Cluster::with(const Unifier& unifier) const {
  Cluster more = *this;
  for (const auto& rewriting : unifier.rewritings) {
    const bool taken = std::any_of(rewritings.begin(), rewritings.end(),
                                   [&](const auto& other) { return other.first == rewriting.first; });
    (taken ? more.equations : more.rewritings).push_back(rewriting);
  }
  more.equations.insert(more.equations.end(), unifier.equations.begin(), unifier.equations.end());
  more.cost = 2 * (more.members.size() - 1) + more.rewritings.size() + 2 * more.equations.size();
  return more;
}

std::vector<std::uint32_t> Cluster::key() const {
  std::vector<std::vector<std::uint32_t>> parts;
  for (std::size_t i = 1; i < members.size(); ++i) parts.push_back({0, members[i]->unknowns.at(0).index});
  for (const auto& [left, right] : rewritings) parts.push_back({1, left.index, right.index});
  for (const auto& [left, right] : equations) parts.push_back({2, left.index, right.index});
  std::sort(parts.begin(), parts.end());
  std::vector<std::uint32_t> flat = {members[0]->unknowns.at(0).index};
  for (const std::vector<std::uint32_t>& part : parts) flat.insert(flat.end(), part.begin(), part.end());
  return flat;
}

SearchSpace::SearchSpace(const Workplace& work)
    : work_(work),
      store_(work.store),
      clauses_(clauses_of(work)),
      facts_(facts_of(work)),
      constants_(constants_of(work)),
      index_(clauses_) {
  for (const TermId term : applications_in(store_, facts_)) ground_[store_.function_of(term)].push_back(term);
}

const std::vector<std::pair<double, std::size_t>>& SearchSpace::similar(std::size_t clause) {
  const auto it = similar_.find(clause);
  return it != similar_.end() ? it->second : similar_.emplace(clause, index_.similar(clause, 0)).first->second;
}

const Member& SearchSpace::instance(std::size_t clause, std::size_t copy) {
  const auto key = std::pair{clause, copy};
  const auto it = instances_.find(key);
  if (it != instances_.end()) return it->second;
  const Clause& from = clauses_[clause];
  Member member;
  member.clause = clause;
  Bindings bindings;
  for (const smt::BoundVariable& variable : from.variables) {
    const TermId unknown = work_.validator.fresh_constant(variable.sort);
    member.unknowns.push_back(unknown);
    unknowns_.insert(unknown);
    bindings.emplace(variable.name.index, unknown);
  }
  for (const TermId term : from.disjuncts) member.disjuncts.push_back(substitute(store_, term, bindings));
  for (const TermId term : from.patterns) member.patterns.push_back(substitute(store_, term, bindings));
  std::vector<TermId> all = member.disjuncts;
  all.insert(all.end(), member.patterns.begin(), member.patterns.end());
  member.applications = applications_in(store_, all);
  member.outermost = outermost_of(store_, member.applications);
  return instances_.emplace(key, std::move(member)).first->second;
}

const std::vector<TermId>& SearchSpace::applications(const Member& member, const Configuration& configuration) const {
  return configuration.parts ? member.applications : member.outermost;
}

std::vector<Cluster> SearchSpace::extended(const Cluster& cluster, const Configuration& configuration,
                                           double similarity, std::size_t max_members) {
  std::vector<Cluster> result;
  link_to_ground(cluster, configuration, result);
  link_members(cluster, configuration, result);
  if (cluster.members.size() < max_members) add_members(cluster, configuration, similarity, result);
  if (configuration.types) constrain_types(cluster, result);
  return result;
}

std::vector<Unifier> SearchSpace::unifiers_of_two(const Member& left, const Member& right,
                                                  const Configuration& configuration) const {
  std::vector<Unifier> smallest;
  for (const TermId term : applications(left, configuration)) {
    if (work_.deadline.passed()) break;
    add_unifiers(store_, unknowns_, term, applications(right, configuration), kUnifiersOfTwo, smallest);
  }
  return smallest;
}

void SearchSpace::link_to_ground(const Cluster& cluster, const Configuration& configuration,
                                 std::vector<Cluster>& result) {
  for (const Member* member : cluster.members) {
    for (const TermId term : applications(*member, configuration)) {
      if (work_.deadline.passed()) return;
      const auto ground = ground_.find(store_.function_of(term));
      if (ground == ground_.end()) continue;
      const std::span<const TermId> all(ground->second);
      std::vector<Unifier> smallest;
      add_unifiers(store_, unknowns_, term, all.first(std::min(all.size(), kMaxGroundTerms)), kUnifiersWithGround,
                   smallest);
      for (const Unifier& unifier : smallest) result.push_back(cluster.with(unifier));
    }
  }
}

void SearchSpace::link_members(const Cluster& cluster, const Configuration& configuration,
                               std::vector<Cluster>& result) {
  for (std::size_t i = 1; i < cluster.members.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (const Unifier& unifier : unifiers_of_two(*cluster.members[j], *cluster.members[i], configuration))
        result.push_back(cluster.with(unifier));
    }
  }
}

void SearchSpace::add_members(const Cluster& cluster, const Configuration& configuration, double similarity,
                              std::vector<Cluster>& result) {
  std::set<std::size_t> seen;
  for (const Member* member : cluster.members) {
    if (!seen.insert(member->clause).second) continue;
    std::size_t neighbours = 0;
    for (const auto& [rate, other] : similar(member->clause)) {
      if (rate < similarity || ++neighbours > kMaxNeighbours) break;
      const auto copies = static_cast<std::size_t>(
          std::count_if(cluster.members.begin(), cluster.members.end(),
                        [clause = other](const Member* present) { return present->clause == clause; }));
      if (copies >= work_.options.copies) continue;
      const Member& added = instance(other, copies);
      Cluster wider = cluster;
      wider.members.push_back(&added);
      for (const Unifier& unifier : unifiers_of_two(*member, added, configuration))
        result.push_back(wider.with(unifier));
    }
  }
}

void SearchSpace::constrain_types(const Cluster& cluster, std::vector<Cluster>& result) {
  for (const Member* member : cluster.members) {
    for (const TermId unknown : member->unknowns) {
      const smt::SortId sort = store_.sort_of(unknown);
      const bool taken = std::any_of(cluster.rewritings.begin(), cluster.rewritings.end(),
                                     [&](const auto& rewriting) { return rewriting.first == unknown; });
      if (taken || store_.kind(sort) != smt::SortKind::Uninterpreted) continue;
      const auto try_terms = [&](const std::vector<TermId>& terms, std::size_t& tried) {
        for (const TermId term : terms) {
          if (store_.sort_of(term) != sort || tried >= kMaxTermsOfType || occurs(store_, unknown, term)) continue;
          ++tried;
          result.push_back(cluster.with({{{unknown, term}}, {}}));
        }
      };
      std::size_t applications = 0;
      std::size_t constants = 0;
      for (const Member* other : cluster.members) try_terms(other->applications, applications);
      try_terms(constants_, constants);
    }
  }
}

Replacements SearchSpace::substitution_of(Cluster& cluster) {
  std::map<std::uint32_t, TermId> result;
  std::vector<std::pair<TermId, TermId>> rest;
  for (const auto& [left, right] : cluster.rewritings) {
    const TermId value = replace_nodes(store_, right, Replacements(result.begin(), result.end()));
    if (result.contains(left.index) || occurs(store_, left, value)) {
      if (value != left) rest.emplace_back(left, right);
      continue;
    }
    for (auto& [key, term] : result) term = replace_nodes(store_, term, {{left.index, value}});
    result.emplace(left.index, value);
  }
  cluster.equations.insert(cluster.equations.end(), rest.begin(), rest.end());
  return {result.begin(), result.end()};
}

}  // namespace assay::trigger
