#pragma once

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

}  // namespace assay::smt
