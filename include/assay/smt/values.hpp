#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"
#include "assay/smt/value.hpp"

namespace assay::smt {

/// How many elements a model gives its uninterpreted sorts. One that is not listed is infinite.
using Universes = std::map<SortId, std::uint32_t>;

/// The sizes of sorts, in a model with universes or (a store alone) where no uninterpreted sort is finite. Values that
/// are compared with each other must be made with the same sizes.
class SortSizes {
 public:
  SortSizes(const TermStore& store) : store_(store) {}  // NOLINT(google-explicit-constructor)
  SortSizes(const TermStore& store, const Universes& universes);

  [[nodiscard]] const TermStore& store() const { return store_; }
  /// Number of values when it is finite and fits in 64 bits; 0 otherwise.
  [[nodiscard]] std::uint64_t of(SortId sort) const;

 private:
  const TermStore& store_;
  mutable SortCounts counts_;  ///< the universes, and what follows from them
};

/// All values of a finite sort, in a fixed order; std::nullopt when there are more than `limit` of them or when they
/// cannot be listed (opaque sorts, parametric datatypes with fields).
[[nodiscard]] std::optional<std::vector<Value>> enumerate(const SortSizes& sizes, SortId sort, std::uint64_t limit);

/// The canonical value of an array sort with one index: make_array with the knowledge of the index sort. Over a finite
/// index sort the fallback is the most frequent element, so that arrays are equal exactly when they agree everywhere.
/// std::nullopt when the index sort is finite, too many entries are explicit to tell, and it cannot be listed. At most
/// twice as many indices are listed as there are entries, however large the index sort is.
[[nodiscard]] std::optional<Value> array_value(const SortSizes& sizes, SortId array, Value fallback,
                                               std::vector<std::pair<Value, Value>> entries);

/// A value of the sort, the same for the same sort: 0, the empty string, false ...; std::nullopt for opaque sorts and
/// those without finite values.
[[nodiscard]] std::optional<Value> default_value(TermStore& store, SortId sort);

}  // namespace assay::smt
