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

}  // namespace assay::datalog
