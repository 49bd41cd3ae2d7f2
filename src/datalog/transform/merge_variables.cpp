// queryFuzz's modifications: thesis section 3.6, Alg. 4.
#include <algorithm>
#include <utility>

#include "datalog/transform/probe.hpp"
#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {
namespace {

/// A variable's occurrence in a positive atom of the body, as positions.
struct Occurrence {
  std::uint32_t literal = 0;
  std::uint32_t argument = 0;
};

/// The occurrences of variables that occur more than once in the body's positive atoms.
std::vector<Occurrence> joins(const Rule& rule) {
  Occurrences::Counts counts;
  counts.resize(rule.variables.size(), 0);
  for (const Literal& literal : rule.body) {
    const Atom* atom = positive_atom(literal);
    for (std::size_t j = 0; atom != nullptr && j < atom->arguments.size(); ++j) {
      if (atom->arguments[j].is_variable()) ++counts[Occurrences::index(atom->arguments[j])];
    }
  }
  std::vector<Occurrence> found;
  for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
    const Atom* atom = positive_atom(rule.body[i]);
    if (atom == nullptr) continue;
    const Terms& arguments = atom->arguments;
    for (std::uint32_t j = 0; j < arguments.size(); ++j) {
      if (arguments[j].is_variable() && counts[Occurrences::index(arguments[j])] > 1) found.push_back({i, j});
    }
  }
  return found;
}

bool has_join(const Rule& rule) {
  SmallVector<std::uint8_t, 24> seen;
  seen.resize(rule.variables.size(), 0);
  for (const Literal& literal : rule.body) {
    const Atom* atom = positive_atom(literal);
    for (std::size_t j = 0; atom != nullptr && j < atom->arguments.size(); ++j) {
      const Term& term = atom->arguments[j];
      if (term.is_variable() && std::exchange(seen[Occurrences::index(term)], std::uint8_t{1}) != 0) return true;
    }
  }
  return false;
}

Applied loosen(Workspace& workspace, core::Rng& rng, Aim aim) {
  const std::vector<std::uint32_t> places = rules_where(workspace, aim, [&](const Rule& rule) {
    return is_plain(workspace.program(), rule) && is_alive(workspace, rule) && has_join(rule);
  });
  Candidate best;
  for (int attempt = 0; attempt < kTries && !places.empty() && !best.sure; ++attempt) {
    const std::uint32_t place = rng.pick(places);
    const Rule& before = workspace.program().rules[place];
    // The join may be the reason why a recursive computation ends.
    if (has_computation(before) && is_recursive(workspace, before)) continue;
    Rule rule = before;
    const Occurrence chosen = rng.pick(joins(rule));
    Term& term = std::get<Atom>(rule.body[chosen.literal]).arguments[chosen.argument];
    term = fresh_variable(rule, term.type);
    if (!stays_sound(before, rule) || combinations(workspace, rule) > kMaxCombinations) continue;
    best.offer(place, std::move(rule), [&](const Rule& it) { return gains(workspace, it); });
  }
  return put_candidate(workspace, rng, std::move(best), Oracle::Superset);
}

/// Unordered pairs of variables that may be merged.
std::vector<std::pair<Term, Term>> mergeable(const Rule& rule) {
  const Occurrences counts = occurrences(rule);
  std::vector<std::pair<Term, Term>> pairs;
  for (std::uint32_t i = 0; i < rule.variables.size(); ++i) {
    const Type type = rule.variables[i];
    if (counts.outside[i] == 0 || !is_joinable(type)) continue;
    for (std::uint32_t j = i + 1; j < rule.variables.size(); ++j) {
      if (counts.outside[j] > 0 && rule.variables[j] == type)
        pairs.emplace_back(Term::variable(i, type), Term::variable(j, type));
    }
  }
  return pairs;
}

// Excludes rules with aggregates, because merged variables would change the grouping.
Applied merge(Workspace& workspace, core::Rng& rng, Aim aim) {
  const std::vector<std::uint32_t> places = rules_where(workspace, aim, [&](const Rule& rule) {
    return !has_aggregate(rule) && is_plain(workspace.program(), rule) && is_alive(workspace, rule) &&
           !mergeable(rule).empty();
  });
  Candidate best;
  for (int attempt = 0; attempt < kTries && !places.empty() && !best.sure; ++attempt) {
    const std::uint32_t place = rng.pick(places);
    const Rule& before = workspace.program().rules[place];
    Rule rule = before;
    auto [variable, by] = rng.pick(mergeable(rule));
    if (rng.coin()) std::swap(variable, by);
    replace_variable(rule, variable, by);
    if (!stays_sound(before, rule)) continue;
    best.offer(place, std::move(rule), [&](const Rule& it) { return loses(workspace, place, it); });
  }
  return put_candidate(workspace, rng, std::move(best), Oracle::Subset);
}

}  // namespace

Applied rename_variable(Workspace& workspace, core::Rng& rng) {
  const auto place =
      draw(rng, rules_where(workspace, Aim::Anywhere, [](const Rule& rule) { return !rule.variables.empty(); }));
  if (!place) return std::nullopt;
  Rule rule = canonical(workspace.program().rules[*place]);
  if (rule.variables.empty()) return std::nullopt;
  const auto renamed = static_cast<std::uint32_t>(rng.below(rule.variables.size()));
  const Type type = rule.variables[renamed];
  replace_variable(rule, Term::variable(renamed, type), fresh_variable(rule, type));
  put_rule(workspace, *place, std::move(rule));
  return Changes{};
}

Applied rename_occurrence(Workspace& workspace, core::Rng& rng) { return loosen(workspace, rng, Aim::Positive); }
Applied rename_occurrence_below(Workspace& workspace, core::Rng& rng) { return loosen(workspace, rng, Aim::Negative); }
Applied merge_variables(Workspace& workspace, core::Rng& rng) { return merge(workspace, rng, Aim::Positive); }
Applied merge_variables_below(Workspace& workspace, core::Rng& rng) { return merge(workspace, rng, Aim::Negative); }

}  // namespace assay::datalog
