#pragma once

#include "horn/make/decide.hpp"
#include "horn/make/vocabulary.hpp"

namespace assay::horn {

/// A random small system of known truth: up to twelve random systems are drawn until decide() finds the truth of one.
[[nodiscard]] KnownSystem make_tiny(TermStore& store, const Theme& theme, unsigned rung, core::Rng rng);
/// A satisfiable system: meanings of the predicates come first, and each clause gets the guards that make it true
/// under them. Assay's prover proves each clause; a clause that it cannot prove is left out.
[[nodiscard]] KnownSystem make_invariant(TermStore& store, const Theme& theme, unsigned rung, core::Rng rng);
/// An unsatisfiable system: ground instances come first, and clauses are made from them by putting variables in place
/// of values, with guards that hold. Further clauses cannot cut the derivation.
[[nodiscard]] KnownSystem make_derivation(TermStore& store, const Theme& theme, unsigned rung, core::Rng rng);

}  // namespace assay::horn
