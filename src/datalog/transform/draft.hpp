#pragma once

#include <optional>
#include <vector>

#include "datalog/transform/places.hpp"

namespace assay::datalog {

/// A value of the active domain: from some column of the type that has tuples, as far as is known.
[[nodiscard]] std::optional<Value> draw_value(const Workspace& workspace, core::Rng& rng, Type type);
/// The same, from this column if it has any.
[[nodiscard]] std::optional<Value> draw_value_of(const Workspace& workspace, core::Rng& rng, RelationId relation,
                                                 std::size_t column);

/// In percent of the arguments of a new atom.
struct AtomStyle {
  unsigned joined = 75;    ///< a variable that the rule has, where one fits
  unsigned constant = 10;  ///< a constant of the active domain
};
/// A positive atom of the relation for the rule. Variables that it adds are added to rule.variables. Joins at least
/// once, or has a constant; nothing when it cannot.
[[nodiscard]] std::optional<Atom> draw_joined_atom(const Workspace& workspace, core::Rng& rng, Rule& rule,
                                                   RelationId relation, const AtomStyle& style);

/// An atom whose arguments are variables of its own, some of which may be shared with what the rule has, and wildcards.
[[nodiscard]] Atom draw_atom(const Workspace& workspace, core::Rng& rng, Rule& rule, RelationId relation,
                             unsigned percent_shared);

/// A head for the body that the rule has: variables of it, and constants. Nothing when a column's type has neither.
[[nodiscard]] std::optional<Atom> draw_head(const Workspace& workspace, core::Rng& rng, const Rule& rule,
                                            RelationId relation);

/// A source for new atoms in a rule: it may be joined in, has tuples if possible, and its edge fits.
[[nodiscard]] std::optional<RelationId> draw_source(Workspace& workspace, core::Rng& rng, const Rule& rule,
                                                    bool negative);

/// A new rule of the relation over sources that fit; no negation. Nothing when none was found.
[[nodiscard]] std::optional<Rule> draw_rule_of(Workspace& workspace, core::Rng& rng, RelationId relation);

}  // namespace assay::datalog
