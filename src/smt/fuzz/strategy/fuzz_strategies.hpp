#pragma once

#include <memory>

#include "smt/fuzz/strategy/strategy.hpp"

namespace assay::smt {

// One factory for each row of strategy_registry.cpp, defined in the file of the strategy's name.

/// STORM (thesis section 2.3, Algorithm 1).
[[nodiscard]] std::unique_ptr<Strategy> make_storm();

/// The seed unchanged, with its levels and checks: tests of a later release may find bugs in an earlier one.
[[nodiscard]] std::unique_ptr<Strategy> make_original();

/// Replaces sub-terms of any sort by terms that should have the same value under the witness. Evaluates every
/// resulting assertion again, and negates it if it is false.
[[nodiscard]] std::unique_ptr<Strategy> make_graft();

/// Well-sorted mutants of a seed's assertions: operators, constants, arguments, quantifiers and whole terms change
/// (mutations.hpp). Their truth is open until solvers answer and the evaluator has checked their models.
[[nodiscard]] std::unique_ptr<Strategy> make_mutate();

/// Formulas, some quantified, over constants of small finite sorts. The evaluator tries every assignment, so that both
/// satisfiable and unsatisfiable cases have a known truth. The strategy uses only the theories of the seed.
[[nodiscard]] std::unique_ptr<Strategy> make_tiny();

/// Mutants of an unsatisfiable seed that stay unsatisfiable: more assertions, formulas strengthened by polarity,
/// equivalent terms, another order. References of two families must have answered `unsat` for the seed.
[[nodiscard]] std::unique_ptr<Strategy> make_refute();

/// Instances of the contradictions of built-in rules, over a seed's terms.
[[nodiscard]] std::unique_ptr<Strategy> make_plant();

/// Semantic fusion of formulas of two seeds (PLDI 2020).
[[nodiscard]] std::unique_ptr<Strategy> make_fuse();

/// Puts quantifiers into a seed's formulas whose values the evaluator can enumerate.
[[nodiscard]] std::unique_ptr<Strategy> make_quantify();

/// Nonlinear constraints whose bounds are at or near the witness.
[[nodiscard]] std::unique_ptr<Strategy> make_algebra();
/// True if the seed has terms of sort Int or Real, which make_algebra() needs.
[[nodiscard]] bool has_numbers(const Fragments& seed);

}  // namespace assay::smt
