#pragma once

// PPL's header would change the rounding of floats for the whole process as soon as it is loaded: start() does what is
// needed, and puts the rounding back. (No domain here computes with floats.)
#define PPL_NO_AUTOMATIC_INITIALIZATION 1
// It uses what the standard deprecates, which clang 18 tells of its templates.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <ppl.hh>
#pragma GCC diagnostic pop
#include <string>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain::ppl {

namespace pl = Parma_Polyhedra_Library;

/// Starts the library, once.
void start();

/// An expression with integer coefficients, and the number above 0 that it was multiplied with.
struct Scaled {
  pl::Linear_Expression expression;
  pl::Coefficient factor;
};
[[nodiscard]] Scaled scaled(const LinearExpression& expression);
[[nodiscard]] pl::Constraint to_ppl(const Constraint& constraint);
/// What the rays lead to from the point of zeros.
[[nodiscard]] pl::C_Polyhedron cone(const std::vector<Ray>& rays, unsigned dimensions);
/// Of a condition with a modulus.
[[nodiscard]] pl::Congruence congruence(const Constraint& constraint);
/// The sum of its values times the dimensions, and their common denominator: what PPL's points are made of.
[[nodiscard]] Scaled scaled(const Point& point);
[[nodiscard]] std::vector<Constraint> from_ppl(const pl::Constraint_System& constraints);

}  // namespace assay::domain::ppl
