#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "smt/truth/branch.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxConstraints = 300;  ///< of one linear problem
constexpr std::uint64_t kWorkOfStep = 64;     ///< LinearAnswer::work that counts as a step
constexpr std::size_t kMaxPairs = 24;         ///< of arguments whose equality is asked for

/// The terms in the literals of a branch.
std::vector<TermId> terms_of(const Branch& branch) {
  std::vector<TermId> terms;
  for (const auto& [atom, sign] : branch.atoms) terms.push_back(atom);
  for (const auto& [a, b] : branch.different) terms.insert(terms.end(), {a, b});
  for (const LinearConstraint& constraint : branch.constraints)
    for (const auto& [unknown, factor] : constraint.sum.factors) terms.push_back(TermId{unknown});
  return terms;
}

/// Whether a class contains different literals, terms assumed different, or Boolean terms with different values.
bool contradict_classes(const Branch& branch, CongruenceClasses& classes) {
  if (classes.contradictory()) return true;
  for (const auto& [a, b] : branch.different)
    if (classes.same(a, b)) return true;
  std::map<TermId, bool> signs;
  return std::any_of(branch.atoms.begin(), branch.atoms.end(), [&](const auto& atom) {
    return signs.emplace(classes.root(atom.first), atom.second).first->second != atom.second;
  });
}

}  // namespace

LinearAnswer Theories::solved(const std::vector<LinearConstraint>& constraints) {
  steps_ += constraints.size();
  const auto is_integer = [&](std::uint32_t unknown) { return sums_.is_integer(unknown); };
  LinearAnswer answer = solve_linear(constraints, is_integer, kMaxConstraints);
  steps_ += answer.work / kWorkOfStep;
  return answer;
}

LinearConstraint Theories::difference(TermId a, TermId b, LinearConstraint::Relation relation) {
  LinearConstraint result{sums_.of(a), relation};
  result.sum.add(sums_.of(b), -1);
  return result;
}

std::vector<Theories::Pair> Theories::arguments(CongruenceClasses& classes, const std::vector<TermId>& terms) {
  using Head = std::tuple<TermKind, std::uint32_t, std::uint32_t, std::size_t>;
  std::map<Head, std::vector<TermId>> applications;
  for (const TermId term : terms) {
    const TermNode& node = store_.node(term);
    const bool applies = node.kind == TermKind::Apply || node.kind == TermKind::Call;
    const bool is_sum = sums_.is_number(term) && !sums_.of(term).factors.contains(term.index);
    if (applies && !is_sum) applications[{node.kind, node.data, node.extra, node.count}].push_back(term);
  }
  std::vector<Pair> pairs;
  for (const auto& [head, same] : applications) {
    for (std::size_t i = 0; i < same.size(); ++i) {
      for (std::size_t j = i + 1; j < same.size(); ++j) {
        for (std::size_t at = 0; at < std::get<3>(head) && pairs.size() < kMaxPairs; ++at) {
          const TermId a = store_.children(same[i])[at];
          const TermId b = store_.children(same[j])[at];
          if (sums_.is_number(a) && sums_.is_number(b) && !classes.same(a, b)) pairs.emplace_back(a, b);
        }
      }
    }
  }
  return pairs;
}

bool Theories::differ_at(const LinearAnswer& answer, TermId a, TermId b) {
  if (!answer.point) return false;
  const LinearSum sum = difference(a, b, LinearConstraint::Relation::Zero).sum;
  mpq_class value = sum.constant;
  for (const auto& [unknown, factor] : sum.factors) {
    const auto at = answer.point->find(unknown);
    if (at == answer.point->end()) return true;  // it may have any value
    value += factor * at->second;
  }
  return value != 0;
}

bool Theories::implies_equal(const std::vector<LinearConstraint>& constraints, TermId a, TermId b) {
  for (const auto& [low, high] : {std::pair{a, b}, std::pair{b, a}}) {
    std::vector<LinearConstraint> more = constraints;
    more.push_back(difference(low, high, LinearConstraint::Relation::BelowZero));
    if (!solved(more).contradictory) return false;
  }
  return true;
}

/// Arithmetic and congruence exchange the equations that they find until there is no new equation (Nelson and Oppen,
/// Simplification by Cooperating Decision Procedures, TOPLAS 1(2), 1979).
bool Theories::contradict(const Branch& branch) {
  const std::vector<TermId> terms = terms_of(branch);
  std::vector<Pair> equations = branch.equal;
  for (;;) {
    CongruenceClasses classes(store_, equations, terms);
    steps_ += terms.size();
    if (contradict_classes(branch, classes)) return true;
    std::vector<LinearConstraint> constraints = branch.constraints;
    for (const auto& [term, other] : classes.merged())
      if (sums_.is_number(term)) constraints.push_back(difference(term, other, LinearConstraint::Relation::Zero));
    const LinearAnswer answer = solved(constraints);
    if (answer.contradictory) return true;
    const std::size_t before = equations.size();
    for (const auto& [a, b] : arguments(classes, classes.terms()))
      if (!differ_at(answer, a, b) && implies_equal(constraints, a, b)) equations.emplace_back(a, b);
    if (equations.size() == before) return false;
  }
}

}  // namespace assay::smt
