#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "assay/smt/eval.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

/// The result of a search for a point at which all of some formulas are true.
struct PointSearch {
  std::optional<Model> point;
  bool exhaustive = false;  ///< all assignments were tried: without a point, there is none
  std::size_t valued = 0;   ///< points at which all formulas have a value
};

/// Searches by evaluation alone, at no more than `tries` points: boundary and random values, values of literals, and
/// values that equations demand of constants. Functions are tables of a few entries. Deterministic. It ends early if
/// evaluations are expensive, or if values of a sort cannot be drawn.
[[nodiscard]] PointSearch draw_point(TermStore& store, std::span<const TermId> formulas, unsigned tries);
/// Tries all assignments if these are few, and else draws 200 points.
[[nodiscard]] PointSearch find_point(TermStore& store, std::span<const TermId> formulas);

/// The value of a term without symbols of a script. Nullopt: it has none.
[[nodiscard]] std::optional<Value> closed_value(TermStore& store, TermId term);

/// Adds default values for the script's symbols that the model lacks. Solvers omit symbols whose value is irrelevant.
void add_default_values(TermStore& store, const Script& script, Model& model);

/// Tries to make the formula true by new values for constants that are sides of equations, in conjuncts and branches of
/// an ite. Only constants that the model already contains are changed.
void satisfy(TermStore& store, Model& model, TermId formula);

}  // namespace assay::smt
