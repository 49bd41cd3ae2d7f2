#pragma once

#include <optional>
#include <vector>

#include "core/rng/rng.hpp"
#include "draft.hpp"

namespace assay::datalog {

/// A rule `p(g, n) :- e(g, _), n = count : { e(g, x) }`: one GROUP BY query in languages that have it. Nullopt if no
/// relation of `from` has the columns that the head needs.
[[nodiscard]] std::optional<Rule> draw_group_rule(const Draft& draft, RelationId head,
                                                  const std::vector<RelationId>& from, core::Rng& rng);

/// A rule `p(x, z) :- p(x, y), e(y, z)`, perhaps with a filter: another atom over z, a comparison, or a negated atom.
/// Its recursion has several levels more often than that of a random rule. Nullopt if no relation of `from` has two
/// columns of the type of a column of p.
[[nodiscard]] std::optional<Rule> draw_step_rule(Draft& draft, RelationId head, const std::vector<RelationId>& from,
                                                 core::Rng& rng);

/// Defines the new relation `head` as the closure of two columns of a relation of `from`, or as the values that a
/// constant reaches in it: a first rule, and a step as in draw_step_rule(). Gives `head` the attributes that it needs.
/// Returns false if no drawn relation has two columns of one type.
[[nodiscard]] bool define_closure(Draft& draft, RelationId head, const std::vector<RelationId>& from, core::Rng& rng);

}  // namespace assay::datalog
