// queryFuzz's additions: thesis section 3.5, Alg. 3.
#include <algorithm>
#include <utility>

#include "datalog/transform/draft.hpp"
#include "datalog/transform/probe.hpp"
#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {
namespace {

bool has_room(const Rule& rule) { return rule.body.size() < kMaxLiterals; }

/// A copy of the atom in which some of its arguments, from one to all, are fresh variables (Alg. 3, ADDEQU, line 5).
Atom loosened(const Atom& atom, Rule& rule, core::Rng& rng) {
  Atom copy = atom;
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < copy.arguments.size(); ++i) {
    Term& term = copy.arguments[i];
    if (term.is_wildcard()) continue;
    if (is_joinable(term.type)) {
      free.push_back(i);
    } else {
      term = fresh_variable(rule, term.type);
    }
  }
  if (free.empty()) return copy;
  rng.shuffle(free);
  free.resize(static_cast<std::size_t>(1 + rng.below(free.size())));
  for (const std::size_t i : free) copy.arguments[i] = fresh_variable(rule, copy.arguments[i].type);
  return copy;
}

Applied contract(Workspace& workspace, core::Rng& rng, Aim aim, const AtomStyle& style) {
  const std::vector<std::uint32_t> places = rules_where(workspace, aim, [&](const Rule& rule) {
    return has_room(rule) && is_plain(workspace.program(), rule) && is_alive(workspace, rule);
  });
  Candidate best;
  for (int attempt = 0; attempt < kTries && !places.empty() && !best.sure; ++attempt) {
    const std::uint32_t place = rng.pick(places);
    const Rule& before = workspace.program().rules[place];
    const auto source = draw_source(workspace, rng, before, false);
    if (!source) continue;
    Rule rule = before;
    auto atom = draw_joined_atom(workspace, rng, rule, *source, style);
    if (!atom) continue;
    const auto at = static_cast<std::size_t>(rng.below(rule.body.size() + 1));
    insert_literal(rule, at, *std::move(atom));
    if (is_contained(rule, at) || !stays_sound(before, rule)) continue;
    best.offer(place, std::move(rule), [&](const Rule& it) { return loses(workspace, place, it); });
  }
  return put_candidate(workspace, rng, std::move(best), Oracle::Subset);
}

}  // namespace

Applied add_equal_atom(Workspace& workspace, core::Rng& rng) {
  const auto place = draw(rng, rules_where(workspace, Aim::Anywhere, [](const Rule& rule) {
                            return has_room(rule) && std::any_of(rule.body.begin(), rule.body.end(), positive_atom);
                          }));
  if (!place) return std::nullopt;
  const Rule& before = workspace.program().rules[*place];
  const std::uint32_t chosen = rng.pick(positive_atoms(before));
  Rule rule = before;
  Atom atom = loosened(std::get<Atom>(rule.body[chosen]), rule, rng);
  insert_literal(rule, static_cast<std::size_t>(rng.below(rule.body.size() + 1)), std::move(atom));
  if (combinations(workspace, rule) > kMaxCombinations) return std::nullopt;
  put_rule(workspace, *place, std::move(rule));
  return Changes{};
}

Applied add_contracting_atom(Workspace& workspace, core::Rng& rng) {
  return contract(workspace, rng, Aim::Positive, {.joined = 90, .constant = 50});
}
Applied add_contracting_atom_below(Workspace& workspace, core::Rng& rng) {
  return contract(workspace, rng, Aim::Negative, {.joined = 90, .constant = 50});
}
Applied add_edge_contracting(Workspace& workspace, core::Rng& rng) {
  return contract(workspace, rng, Aim::Positive, {.joined = 60, .constant = 20});
}

}  // namespace assay::datalog
