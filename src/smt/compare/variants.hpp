#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smt/solver/solver.hpp"

namespace assay::smt {

/// A run that may differ from the plain one only by the solver's heuristics: the same assertions in another order, and
/// another random seed.
struct Variant {
  std::string script;
  std::uint64_t solver_seed = 0;  ///< see with_seed
};

/// `count` variants of a script. A script that cannot be parsed, or that is larger than 4 MB, keeps its order.
/// Assertions stay between the same push, pop and check commands. The result is a function of the arguments.
[[nodiscard]] std::vector<Variant> variants_of(std::string_view script, unsigned count, std::uint64_t seed);

}  // namespace assay::smt
