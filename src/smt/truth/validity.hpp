#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/term/substitution.hpp"

namespace assay::smt {

/// Free variables and values for them.
using Assignment = std::vector<std::pair<SymbolId, Value>>;

struct Validity {
  bool valid = false;  ///< the formula is true for all values of its free variables, and in all interpretations of
                       ///< functions: a proof
  Assignment counterexample;  ///< not valid: values that may make it false, to be tried; variables may lack
  std::uint64_t steps = 0;    ///< nodes and constraints looked at
};

/// Tries to prove a formula by refuting its negation: a tableau (Smullyan, First-Order Logic, 1968) over connectives
/// and `ite`, with linear arithmetic, `div` and `mod` by numbers, congruence of functions, and few instances of
/// quantifiers. All other terms count as unknowns.
[[nodiscard]] Validity prove(TermStore& store, TermId formula);

}  // namespace assay::smt
