#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"
#include "assay/smt/value.hpp"

namespace assay::smt {

/// All values of a finite sort, in a fixed order; std::nullopt when there are more than `limit` of them or when they
/// cannot be listed (uninterpreted and opaque sorts, parametric datatypes with fields).
[[nodiscard]] std::optional<std::vector<Value>> enumerate(const TermStore& store, SortId sort, std::uint64_t limit);

/// The canonical value of an array sort with one index: make_array with the knowledge of the index sort. Over a finite
/// index sort the fallback is the most frequent element, so that arrays are equal exactly when they agree everywhere.
/// std::nullopt when the index sort is finite, too many entries are explicit to tell, and it cannot be listed.
[[nodiscard]] std::optional<Value> array_value(const TermStore& store, SortId array, Value fallback,
                                               std::vector<std::pair<Value, Value>> entries);

/// A value of the sort, the same for the same sort: 0, the empty string, false ...; std::nullopt for opaque sorts and
/// those without finite values.
[[nodiscard]] std::optional<Value> default_value(TermStore& store, SortId sort);

}  // namespace assay::smt
