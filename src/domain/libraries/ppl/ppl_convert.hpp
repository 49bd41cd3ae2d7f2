#pragma once

// Without this, loading PPL would change the rounding mode of the process. start() initializes PPL and restores the
// rounding mode. (No domain here computes with floats.)
#define PPL_NO_AUTOMATIC_INITIALIZATION 1
// clang 18 warns about deprecated features in PPL's templates.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <ppl.hh>
#pragma GCC diagnostic pop
#include <string>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain::ppl {

namespace pl = Parma_Polyhedra_Library;

/// Initializes the library on the first call.
void start();

/// An expression with integer coefficients, and the positive factor with which it was multiplied.
struct Scaled {
  pl::Linear_Expression expression;
  pl::Coefficient factor;
};
[[nodiscard]] Scaled scaled(const LinearExpression& expression);
[[nodiscard]] pl::Constraint to_ppl(const Constraint& constraint);
/// The cone of the rays at the origin.
[[nodiscard]] pl::C_Polyhedron cone(const std::vector<Ray>& rays, unsigned dimensions);
/// The congruence of a condition with a modulus.
[[nodiscard]] pl::Congruence congruence(const Constraint& constraint);
/// The arguments of PPL's `point`: the sum of coordinate times dimension, and the common denominator.
[[nodiscard]] Scaled scaled(const Point& point);
[[nodiscard]] std::vector<Constraint> from_ppl(const pl::Constraint_System& constraints);

}  // namespace assay::domain::ppl
