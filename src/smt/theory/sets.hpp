#pragma once

#include <optional>
#include <vector>

#include "assay/smt/operator.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

// Values of finite sets and tuples are sequences: a set's members in ascending order without duplicates, or a tuple's
// components.

/// The set of these members, which may be unsorted and have duplicates.
[[nodiscard]] Value make_set(std::vector<Value> members);

/// Whether equal values of the sort have the same representation, so that set members can be compared. False if the
/// sort contains regular languages or functions.
[[nodiscard]] bool has_canonical_values(const TermStore& store, SortId sort);

/// The common sort of all arguments from `first` on. Nullopt if known sorts differ. Unlike common_sort, an Int is not a
/// Real here, because sets of integers and of reals have different members.
[[nodiscard]] std::optional<SortId> equal_sort(const SortQuery& query, std::size_t first = 0);
/// The common sort of two sorts.
[[nodiscard]] std::optional<SortId> equal_sort(const TermStore& store, SortId a, SortId b);

/// A row of a theory that is not in SMT-LIB.
[[nodiscard]] OperatorRow extension_row(Theory theory, std::string_view name, std::uint8_t min, std::uint8_t max,
                                        SortRule sort, EvaluateRule evaluate);

}  // namespace assay::smt
