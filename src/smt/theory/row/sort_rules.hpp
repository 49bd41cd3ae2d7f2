#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

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

/// The common sort of all arguments from `first` on. Nullopt if known sorts differ. Unlike common_sort, an Int is not a
/// Real here, because sets of integers and of reals have different members.
[[nodiscard]] std::optional<SortId> equal_sort(const SortQuery& query, std::size_t first = 0);
/// The common sort of two sorts.
[[nodiscard]] std::optional<SortId> equal_sort(const TermStore& store, SortId a, SortId b);

/// A row of a theory.
[[nodiscard]] OperatorRow operator_row(Theory theory, std::string_view name, std::uint8_t min, std::uint8_t max,
                                       SortRule sort, EvaluateRule evaluate);
/// The row, marked as an extension of SMT-LIB.
[[nodiscard]] OperatorRow extension(OperatorRow row);
/// A row of a theory that is not in SMT-LIB.
[[nodiscard]] OperatorRow extension_row(Theory theory, std::string_view name, std::uint8_t min, std::uint8_t max,
                                        SortRule sort, EvaluateRule evaluate);

}  // namespace assay::smt
