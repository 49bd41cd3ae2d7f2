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

}  // namespace assay::datalog
