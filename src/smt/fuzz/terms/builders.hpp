#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "smt/fuzz/terms/grafter.hpp"

namespace assay::smt {

/// What a builder is asked for: another term for `original`, which has this value under the witness.
struct Wanted {
  TermId original;
  SortId sort;
  Value value;
};

/// A way to make a term of a given sort that is likely to have a given value. It need not be right: whoever uses it
/// evaluates what comes out.
struct Builder {
  std::string_view name;
  unsigned weight = 1;
  bool (*applies)(SortKind kind);
  std::optional<TermId> (*build)(Grafter& graft, const Wanted& wanted);
};
[[nodiscard]] const std::vector<Builder>& builders();

}  // namespace assay::smt
