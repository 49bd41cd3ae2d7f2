#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "smt/fuzz/terms/grafter.hpp"

namespace assay::smt {

/// An occurrence of a term in an assertion, and the variables that are bound there.
struct Spot {
  TermId term;
  std::vector<BoundVariable> bound;
};

/// A method to make another term of the same sort for a spot. Its value may differ, because the truth of the mutant is
/// determined afterwards.
struct Mutation {
  std::string_view name;
  unsigned weight = 1;
  std::optional<TermId> (*make)(Grafter& graft, const Spot& spot);
};
[[nodiscard]] const std::vector<Mutation>& mutations();

}  // namespace assay::smt
