#pragma once

#include <optional>
#include <vector>

#include "datalog/transform/places.hpp"

namespace assay::datalog {

/// A value of the active domain: from a sample tuple of some relation with a column of the type. Nullopt without one.
[[nodiscard]] std::optional<Value> draw_value(const Workspace& workspace, core::Rng& rng, Type type);
/// A value of this column, from a sample tuple. Nullopt if there is none, or the dialect cannot write the value.
[[nodiscard]] std::optional<Value> draw_value_of(const Workspace& workspace, core::Rng& rng, RelationId relation,
                                                 std::size_t column);

/// Percentages of the arguments of a new atom.
struct AtomStyle {
  unsigned joined = 75;    ///< variables of the rule, if a variable of the type exists
  unsigned constant = 10;  ///< constants of the active domain, among the other arguments
};
/// A positive atom of the relation for the rule. New variables are added to rule.variables. At least one argument is a
/// variable of the rule or a constant. Nullopt if no such atom was drawn.
[[nodiscard]] std::optional<Atom> draw_joined_atom(const Workspace& workspace, core::Rng& rng, Rule& rule,
                                                   RelationId relation, const AtomStyle& style);

/// A positive atom whose arguments are new variables, variables of the rule, and wildcards.
[[nodiscard]] Atom draw_atom(const Workspace& workspace, core::Rng& rng, Rule& rule, RelationId relation,
                             unsigned percent_shared);

/// A head for the rule's body, of the body's variables and of constants. Nullopt if a column's type has neither.
[[nodiscard]] std::optional<Atom> draw_head(const Workspace& workspace, core::Rng& rng, const Rule& rule,
                                            RelationId relation);

/// A relation for a new atom of the rule: is_source() and edge_fits(). Relations with sample tuples are preferred.
[[nodiscard]] std::optional<RelationId> draw_source(Workspace& workspace, core::Rng& rng, const Rule& rule,
                                                    bool negative);

/// A new rule of the relation with one or two positive atoms. Nullopt if none was found.
[[nodiscard]] std::optional<Rule> draw_rule_of(Workspace& workspace, core::Rng& rng, RelationId relation);

}  // namespace assay::datalog
