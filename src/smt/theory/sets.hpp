#pragma once

#include <optional>
#include <vector>

#include "assay/smt/operator.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

// Values of finite sets and of tuples are sequences: a set's members in ascending order, each once; a tuple's
// components.

/// The set of these members.
[[nodiscard]] Value make_set(std::vector<Value> members);

/// Whether equal values of the sort are one value, so that members of a set can be told apart: not so where languages
/// or functions are inside.
[[nodiscard]] bool has_canonical_values(const TermStore& store, SortId sort);

/// The one sort of all arguments from `first` on, when they are equal or unknown. Unlike common_sort, an Int is no Real
/// here: a set of integers has other members than one of reals.
[[nodiscard]] std::optional<SortId> equal_sort(const SortQuery& query, std::size_t first = 0);
/// The same for two sorts.
[[nodiscard]] std::optional<SortId> equal_sort(const TermStore& store, SortId a, SortId b);

/// A row of a theory that SMT-LIB does not have.
[[nodiscard]] OperatorRow extension_row(Theory theory, std::string_view name, std::uint8_t min, std::uint8_t max,
                                        SortRule sort, EvaluateRule evaluate);

}  // namespace assay::smt
