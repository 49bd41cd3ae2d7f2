#pragma once

#include <optional>
#include <span>

#include "assay/smt/operator.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

// Helpers for sort rules. An unknown sort (an opaque operator's result) fits everywhere.

[[nodiscard]] bool fits(const TermStore& store, SortId sort, SortKind kind);
[[nodiscard]] bool all_fit(const SortQuery& query, SortKind kind);

/// The common sort of two sorts: the sort itself if they are equal, the known sort if the other is unknown, Real for
/// Int and Real. Nullopt otherwise.
[[nodiscard]] std::optional<SortId> common_sort(const TermStore& store, SortId a, SortId b);
/// The common sort of all `sorts`. Nullopt if there is none or `sorts` is empty.
[[nodiscard]] std::optional<SortId> common_sort(const TermStore& store, std::span<const SortId> sorts);

}  // namespace assay::smt
