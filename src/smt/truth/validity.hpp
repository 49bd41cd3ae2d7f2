#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/term/substitution.hpp"

namespace assay::smt {

/// Free variables and their values.
using Assignment = std::vector<std::pair<SymbolId, Value>>;

struct Validity {
  bool valid = false;  ///< true: the formula is proved for all values of its free variables and all interpretations of
                       ///< functions
  Assignment counterexample;  ///< if not valid: values that may make the formula false; some variables may be missing
  std::uint64_t steps = 0;    ///< number of visited nodes and constraints
};

/// Tries to prove a formula by refuting its negation with a tableau (Smullyan, First-Order Logic, 1968) over
/// connectives and `ite`. It knows linear arithmetic, `div` and `mod` by numbers, congruence of functions, and a few
/// instances of quantifiers. All other terms are unknowns.
[[nodiscard]] Validity prove(TermStore& store, TermId formula);

}  // namespace assay::smt
