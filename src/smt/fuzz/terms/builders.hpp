#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "smt/fuzz/terms/grafter.hpp"

namespace assay::smt {

/// The goal of a builder: a term other than `original`, of the same sort and with the same value under the witness.
struct TermGoal {
  TermId original;
  SortId sort;
  Value value;
};

/// A method to make a term of a given sort that probably has a given value. The caller evaluates the result, so that a
/// builder may miss the value.
struct Builder {
  std::string_view name;
  unsigned weight = 1;
  bool (*applies)(SortKind kind);
  std::optional<TermId> (*build)(Grafter& graft, const TermGoal& goal);
};
[[nodiscard]] const std::vector<Builder>& builders();

}  // namespace assay::smt
