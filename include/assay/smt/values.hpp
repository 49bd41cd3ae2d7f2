#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"
#include "assay/smt/value.hpp"

namespace assay::smt {

/// The number of elements of each uninterpreted sort in a model. A sort that is not listed is infinite.
using Universes = std::map<SortId, std::uint32_t>;

/// The sizes of sorts in a model with `universes`. Without universes, uninterpreted sorts are infinite. Values that are
/// compared with each other must be made with the same sizes.
class SortSizes {
 public:
  SortSizes(const TermStore& store) : store_(store) {}  // NOLINT(google-explicit-constructor)
  SortSizes(const TermStore& store, const Universes& universes);

  [[nodiscard]] const TermStore& store() const { return store_; }
  /// The number of values of the sort if it is finite and fits in 64 bits; 0 otherwise.
  [[nodiscard]] std::uint64_t of(SortId sort) const;

 private:
  const TermStore& store_;
  mutable SortCounts counts_;  ///< the universes, and the sizes computed from them
};

/// All values of a finite sort, in a fixed order. Nullopt if there are more than `limit` values, or if they cannot be
/// listed (opaque sorts, parametric datatypes with fields).
[[nodiscard]] std::optional<std::vector<Value>> enumerate(const SortSizes& sizes, SortId sort, std::uint64_t limit);

/// The canonical value of an array sort with one index: make_array with the size of the index sort. Over a finite index
/// sort the fallback is the most frequent element, so that arrays are equal exactly when they agree everywhere. Nullopt
/// if the entries may cover half of a finite index sort and its values cannot be listed. At most twice as many indices
/// are listed as there are entries, however large the index sort is.
[[nodiscard]] std::optional<Value> array_value(const SortSizes& sizes, SortId array, Value fallback,
                                               std::vector<std::pair<Value, Value>> entries);

/// A fixed value of the sort: 0, the empty string, false ... Nullopt for opaque sorts and sorts without finite values.
[[nodiscard]] std::optional<Value> default_value(TermStore& store, SortId sort);

}  // namespace assay::smt
