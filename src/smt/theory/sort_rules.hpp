#pragma once

#include <optional>
#include <span>

#include "assay/smt/operator.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

// What sort rules are made of. A sort that is unknown (an opaque operator's result) fits everywhere.

[[nodiscard]] bool fits(const TermStore& store, SortId sort, SortKind kind);
[[nodiscard]] bool all_fit(const SortQuery& query, SortKind kind);

/// The one sort that both can have: equal sorts, the known one of an unknown and a known one, Real of Int and Real.
[[nodiscard]] std::optional<SortId> common_sort(const TermStore& store, SortId a, SortId b);
/// The same for all of them; std::nullopt when there is none or no sort is given.
[[nodiscard]] std::optional<SortId> common_sort(const TermStore& store, std::span<const SortId> sorts);

}  // namespace assay::smt
