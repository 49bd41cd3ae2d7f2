#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"
#include "core/rng/rng.hpp"

namespace assay::smt {

/// Draws values of any sort, with a preference for boundary values: zeros and ones, extremes of the width, special
/// floats, empty and one-letter strings, constant arrays, and literals of the seed with their neighbours.
class RandomValues {
 public:
  /// `literals` may be empty. It must outlive the object.
  RandomValues(TermStore& store, const std::vector<std::pair<SortId, Value>>& literals)
      : store_(store), literals_(literals) {}

  /// A random value. Nullopt for sorts without drawable values (regular languages, functions, opaque sorts).
  [[nodiscard]] std::optional<Value> draw(SortId sort, core::Rng& rng) { return draw(sort, rng, 0); }
  /// A degenerate value of the sort: zero, empty, NaN, all bits set, ...
  [[nodiscard]] std::optional<Value> degenerate(SortId sort, core::Rng& rng);

 private:
  [[nodiscard]] std::optional<Value> draw(SortId sort, core::Rng& rng, unsigned nesting);
  [[nodiscard]] std::optional<Value> literal(SortId sort, core::Rng& rng);
  [[nodiscard]] std::optional<Value> array(SortId sort, core::Rng& rng, unsigned nesting, bool constant);
  [[nodiscard]] std::optional<Value> sequence(SortId sort, core::Rng& rng, unsigned nesting);
  [[nodiscard]] std::optional<Value> set(SortId sort, core::Rng& rng, unsigned nesting);
  [[nodiscard]] std::optional<Value> bag(SortId sort, core::Rng& rng, unsigned nesting);
  [[nodiscard]] std::optional<Value> nullable(SortId sort, core::Rng& rng, unsigned nesting);
  [[nodiscard]] std::optional<Value> tuple(SortId sort, core::Rng& rng, unsigned nesting);
  [[nodiscard]] std::optional<Value> datatype(SortId sort, core::Rng& rng, unsigned nesting);

  TermStore& store_;
  const std::vector<std::pair<SortId, Value>>& literals_;
};

}  // namespace assay::smt
