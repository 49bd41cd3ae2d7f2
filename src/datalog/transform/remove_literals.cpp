// queryFuzz's removals: thesis section 3.7, Alg. 5; and DLSmith's deletion of a relational edge (table 4.1).
#include <algorithm>
#include <utility>

#include "datalog/transform/probe.hpp"
#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {
namespace {

constexpr std::size_t kAll = 1U << 16;

/// Positions of the first `max_positions` positive atoms that another positive atom contains, or does not contain.
std::vector<std::uint32_t> removable(const Rule& rule, bool contained, std::size_t max_positions) {
  std::vector<std::uint32_t> found;
  const Occurrences counts = occurrences(rule);
  for (std::uint32_t i = 0; i < rule.body.size() && found.size() < max_positions; ++i) {
    if (positive_atom(rule.body[i]) != nullptr && is_contained(rule, i, counts) == contained) found.push_back(i);
  }
  return found;
}

/// Positions of the first `max_positions` atoms, positive or negated.
std::vector<std::uint32_t> atoms(const Rule& rule, std::size_t max_positions) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < rule.body.size() && found.size() < max_positions; ++i) {
    if (std::holds_alternative<Atom>(rule.body[i])) found.push_back(i);
  }
  return found;
}

bool has_several_atoms(const Rule& rule) {
  return std::count_if(rule.body.begin(), rule.body.end(), positive_atom) > 1;
}

/// Whether the rule needs no atom as a guard. A recursive computation may need the atom to end, a division to exclude
/// 0.
bool is_free(Workspace& workspace, const Rule& rule) {
  return !has_division(rule) && (!has_computation(rule) || !is_recursive(workspace, rule));
}

template <typename Candidates>
Applied remove_candidate(Workspace& workspace, core::Rng& rng, Aim aim, Oracle oracle, Candidates candidates) {
  const std::vector<std::uint32_t> places = rules_where(workspace, aim, [&](const Rule& rule) {
    return rule.body.size() > 1 && is_plain(workspace.program(), rule) && !candidates(rule, 1).empty();
  });
  Candidate best;
  for (int attempt = 0; attempt < kTries && !places.empty() && !best.sure; ++attempt) {
    const std::uint32_t place = rng.pick(places);
    const Rule& before = workspace.program().rules[place];
    if (oracle != Oracle::Equal && !is_free(workspace, before)) continue;
    Rule rule = before;
    erase_literal(rule, rng.pick(candidates(rule, kAll)));
    if (positive_atoms(rule).empty() || !stays_sound(before, rule)) continue;
    if (oracle != Oracle::Equal && combinations(workspace, rule) > kMaxCombinations) continue;
    best.offer(place, std::move(rule),
               [&](const Rule& it) { return aim == Aim::Anywhere || aim == Aim::None || gains(workspace, it); });
  }
  return put_candidate(workspace, rng, std::move(best), oracle);
}

std::vector<std::uint32_t> not_contained(const Rule& rule, std::size_t max_positions) {
  return has_several_atoms(rule) ? removable(rule, false, max_positions) : std::vector<std::uint32_t>{};
}

}  // namespace

Applied remove_redundant_atom(Workspace& workspace, core::Rng& rng) {
  return remove_candidate(
      workspace, rng, Aim::Anywhere, Oracle::Equal,
      [](const Rule& rule, std::size_t max_positions) { return removable(rule, true, max_positions); });
}
Applied remove_atom(Workspace& workspace, core::Rng& rng) {
  return remove_candidate(workspace, rng, Aim::Positive, Oracle::Superset, not_contained);
}
Applied remove_atom_below(Workspace& workspace, core::Rng& rng) {
  return remove_candidate(workspace, rng, Aim::Negative, Oracle::Superset, not_contained);
}
Applied delete_edge_beside(Workspace& workspace, core::Rng& rng) {
  return remove_candidate(workspace, rng, Aim::None, Oracle::Superset, atoms);
}
Applied delete_edge_expanding(Workspace& workspace, core::Rng& rng) {
  return remove_candidate(workspace, rng, Aim::Positive, Oracle::Superset, atoms);
}

}  // namespace assay::datalog
