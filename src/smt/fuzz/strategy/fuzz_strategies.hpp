#pragma once

#include <memory>

#include "smt/fuzz/strategy/strategy.hpp"

namespace assay::smt {

// One factory for each row of strategy_registry.cpp; each is in the file of its name.

/// STORM (thesis section 2.3, Algorithm 1).
[[nodiscard]] std::unique_ptr<Strategy> make_storm();

/// A seed's own assertions, in its own levels and checks: what a release does not know yet is in its later tests.
[[nodiscard]] std::unique_ptr<Strategy> make_original();

/// Replaces sub-terms of any sort by others that have the same value under the witness; every resulting assertion is
/// evaluated again, and negated when it has become false.
[[nodiscard]] std::unique_ptr<Strategy> make_graft();

/// Any well-sorted mutant of a seed's assertions, its truth unknown: operators, constants, arguments, quantifiers and
/// whole terms are changed (mutations.hpp). What solvers answer, and what our evaluator makes of their models, tells
/// the truth afterwards.
[[nodiscard]] std::unique_ptr<Strategy> make_mutate();

/// Formulas over constants of small finite sorts, quantified ones among them: our evaluator tries every assignment, so
/// that contradictions are known as well as what is satisfiable. Of a seed it takes the theories only.
[[nodiscard]] std::unique_ptr<Strategy> make_tiny();

/// Mutants of a contradictory seed that stay contradictory: more assertions, formulas made stronger by their polarity,
/// equal terms, another order. That the seed is contradictory, references of two families have to say.
[[nodiscard]] std::unique_ptr<Strategy> make_refute();

/// Instances of the contradictions of built-in rules, over a seed's terms.
[[nodiscard]] std::unique_ptr<Strategy> make_plant();

/// Fusion of formulas of two seeds.
[[nodiscard]] std::unique_ptr<Strategy> make_fuse();

/// Quantifiers put into a seed's formulas, where the evaluator can enumerate them.
[[nodiscard]] std::unique_ptr<Strategy> make_quantify();

/// Nonlinear arithmetic around the witness.
[[nodiscard]] std::unique_ptr<Strategy> make_algebra();
/// Whether the seed has numbers: what make_algebra() needs.
[[nodiscard]] bool has_numbers(const Fragments& seed);

}  // namespace assay::smt
