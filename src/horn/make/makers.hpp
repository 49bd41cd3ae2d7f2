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

/// A small imperative program as clauses, in the form in which verifiers print it (as Korn does): a predicate for each
/// loop head, a summary for a recursive procedure, a query for the assertion at the end. The program's runs, which
/// decide() finds by chaining, tell whether the assertion can fail. Open if Assay finds no proof that it cannot.
[[nodiscard]] KnownSystem make_program(TermStore& store, const Theme& theme, unsigned rung, core::Rng rng);

/// A loop over an array of any length: it fills, copies or searches the array, or takes the maximum. Its invariant has
/// a quantifier over the indices. In an unsatisfiable system the query looks one place too far, or for another value.
[[nodiscard]] KnownSystem make_array_loop(TermStore& store, const Theme& theme, unsigned rung, core::Rng rng);

}  // namespace assay::horn
