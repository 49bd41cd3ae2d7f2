// Rewriting of single terms: wildcards, equalities, constants.
#include <algorithm>
#include <utility>

#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {
namespace {

/// An argument of a head or of an atom in the body.
struct Spot {
  bool in_head = false;
  std::uint32_t at = 0;  ///< position of the head or of the literal
  std::uint32_t argument = 0;
};

Atom& atom_at(Rule& rule, const Spot& spot) {
  return spot.in_head ? rule.heads[spot.at] : std::get<Atom>(rule.body[spot.at]);
}
Term& term_at(Rule& rule, const Spot& spot) { return atom_at(rule, spot).arguments[spot.argument]; }

/// The arguments of atoms (with `heads`, also of heads) for which `suits(atom, argument)`.
template <typename Suits>
std::vector<Spot> spots(const Rule& rule, bool heads, Suits suits) {
  std::vector<Spot> found;
  const auto look = [&](const Atom& atom, bool in_head, std::uint32_t at) {
    for (std::uint32_t i = 0; i < atom.arguments.size(); ++i) {
      if (suits(atom, i)) found.push_back({in_head, at, i});
    }
  };
  for (std::uint32_t i = 0; heads && i < rule.heads.size(); ++i) look(rule.heads[i], true, i);
  for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
    if (const auto* atom = std::get_if<Atom>(&rule.body[i])) look(*atom, false, i);
  }
  return found;
}

/// A rule and a spot in it.
struct Place {
  std::uint32_t rule = 0;
  Spot spot;
};

/// Draws a spot out of the spots that `find(rule)` returns.
template <typename Find>
std::optional<Place> draw_place(Workspace& workspace, core::Rng& rng, Find find) {
  const auto rule = draw(rng, rules_where(workspace, Aim::Anywhere, [&](const Rule& it) { return !find(it).empty(); }));
  if (!rule) return std::nullopt;
  return Place{*rule, rng.pick(find(workspace.program().rules[*rule]))};
}

bool is_full(const Rule& rule) { return rule.body.size() >= kMaxLiterals; }

/// A position for a new literal: before or behind the spot's literal, or at the end if the spot is in a head.
std::size_t beside(const Rule& rule, const Spot& spot, core::Rng& rng) {
  if (spot.in_head) return rule.body.size();
  return spot.at + (rng.coin() ? 1U : 0U);
}

}  // namespace

Applied wildcard_to_variable(Workspace& workspace, core::Rng& rng) {
  const auto place = draw_place(workspace, rng, [](const Rule& rule) {
    return spots(rule, false,
                 [](const Atom& atom, std::uint32_t i) { return !atom.negated && atom.arguments[i].is_wildcard(); });
  });
  if (!place) return std::nullopt;
  Rule rule = workspace.program().rules[place->rule];
  const Term variable = fresh_variable(rule, term_at(rule, place->spot).type);
  term_at(rule, place->spot) = variable;
  put_rule(workspace, place->rule, std::move(rule));
  return Changes{};
}

Applied variable_to_wildcard(Workspace& workspace, core::Rng& rng) {
  if (!workspace.capabilities().wildcards) return std::nullopt;
  const auto place = draw_place(workspace, rng, [](const Rule& rule) {
    const Occurrences counts = occurrences(rule);
    return spots(rule, false, [&](const Atom& atom, std::uint32_t i) {
      return !atom.negated && atom.arguments[i].is_variable() && counts.once(atom.arguments[i]);
    });
  });
  if (!place) return std::nullopt;
  Rule rule = workspace.program().rules[place->rule];
  Term& term = term_at(rule, place->spot);
  term = Term::wildcard(term.type);
  put_rule(workspace, place->rule, std::move(rule));
  return Changes{};
}

Applied introduce_equality(Workspace& workspace, core::Rng& rng) {
  if (!workspace.capabilities().comparisons) return std::nullopt;
  const auto place = draw_place(workspace, rng, [&](const Rule& rule) {
    if (is_full(rule) || !is_plain(workspace.program(), rule)) return std::vector<Spot>{};
    return spots(rule, true, [&](const Atom& atom, std::uint32_t i) {
      return atom.arguments[i].is_variable() && is_joinable(atom.arguments[i].type);
    });
  });
  if (!place) return std::nullopt;
  const Rule& before = workspace.program().rules[place->rule];
  Rule rule = before;
  const Term old = term_at(rule, place->spot);
  const Term added = fresh_variable(rule, old.type);
  term_at(rule, place->spot) = added;
  Comparison equality{Comparator::Equal, old, added};
  if (rng.coin()) std::swap(equality.left, equality.right);
  insert_literal(rule, beside(rule, place->spot, rng), equality);
  if (!stays_sound(before, rule)) return std::nullopt;
  put_rule(workspace, place->rule, std::move(rule));
  return Changes{};
}

namespace {

bool is_equality(const Literal& literal) {
  const auto* comparison = std::get_if<Comparison>(&literal);
  return comparison != nullptr && comparison->comparator == Comparator::Equal &&
         (comparison->left.is_variable() || comparison->right.is_variable());
}

/// Whether the variable is an aggregate's result, which must stay a variable.
bool is_result(const Rule& rule, const Term& variable) {
  return std::any_of(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
    const auto* aggregate = std::get_if<Aggregate>(&literal);
    return aggregate != nullptr && aggregate->result == variable;
  });
}

}  // namespace

Applied remove_equality(Workspace& workspace, core::Rng& rng) {
  const auto place = draw(rng, rules_where(workspace, Aim::Anywhere, [](const Rule& rule) {
                            return rule.body.size() > 1 && std::any_of(rule.body.begin(), rule.body.end(), is_equality);
                          }));
  if (!place) return std::nullopt;
  const Rule& before = workspace.program().rules[*place];
  if (!is_plain(workspace.program(), before)) return std::nullopt;
  std::vector<std::size_t> equalities;
  for (std::size_t i = 0; i < before.body.size(); ++i) {
    if (is_equality(before.body[i])) equalities.push_back(i);
  }
  const std::size_t chosen = rng.pick(equalities);
  auto [variable, by] =
      std::pair(std::get<Comparison>(before.body[chosen]).left, std::get<Comparison>(before.body[chosen]).right);
  if (!variable.is_variable() || (by.is_variable() && rng.coin())) std::swap(variable, by);
  if (by.is_constant() && is_result(before, variable)) return std::nullopt;
  Rule rule = before;
  erase_literal(rule, chosen);
  replace_variable(rule, variable, by);
  if (positive_atoms(rule).empty() || !stays_sound(before, rule)) return std::nullopt;
  put_rule(workspace, *place, std::move(rule));
  return Changes{};
}

Applied constant_to_variable(Workspace& workspace, core::Rng& rng) {
  if (!workspace.capabilities().comparisons) return std::nullopt;
  const auto place = draw_place(workspace, rng, [&](const Rule& rule) {
    if (is_full(rule) || !is_plain(workspace.program(), rule)) return std::vector<Spot>{};
    return spots(rule, true, [](const Atom& atom, std::uint32_t i) {
      return atom.arguments[i].is_constant() && is_joinable(atom.arguments[i].type);
    });
  });
  if (!place) return std::nullopt;
  Rule rule = workspace.program().rules[place->rule];
  const Term constant = term_at(rule, place->spot);
  const Term variable = fresh_variable(rule, constant.type);
  term_at(rule, place->spot) = variable;
  insert_literal(rule, beside(rule, place->spot, rng), Comparison{Comparator::Equal, variable, constant});
  put_rule(workspace, place->rule, std::move(rule));
  return Changes{};
}

}  // namespace assay::datalog
