#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain {

/// Coefficients, then the constant. As a constraint: `row * (x, 1) >= 0`. As a generator: a point, divided by the last
/// entry, or a direction if the last entry is 0.
using Row = std::vector<mpz_class>;

/// A polyhedral cone: all sums of rays, each at least 0 times, and of lines, any number of times. Polyhedra are cones
/// with one more dimension.
struct Cone {
  std::vector<Row> rays;
  std::vector<Row> lines;
};

[[nodiscard]] mpz_class dot(const Row& left, const Row& right);
/// Divides the row by its largest common factor.
void shorten(Row& row);

/// The cone of all x with `row * x >= 0` for all rows, with as few rays and lines as there can be: the double
/// description method of Motzkin, one row after the other.
[[nodiscard]] Cone cone_of(const std::vector<Row>& rows, std::size_t size);
/// The rows of the cone: the rays and lines of the result are inequalities and equalities.
[[nodiscard]] Cone rows_of(const Cone& cone, std::size_t size);

/// The generators of the constraints' polyhedron; no point among them if it is empty.
[[nodiscard]] Cone generators_of(const std::vector<Constraint>& constraints, std::size_t dimensions);
[[nodiscard]] bool has_point(const Cone& generators);
/// The bounds of the expression over the points of a polyhedron.
[[nodiscard]] Bounds bounds_over(const Cone& generators, const LinearExpression& expression);
/// The generators after `x := e`, all at once.
[[nodiscard]] Cone mapped(const Cone& generators, const std::vector<Assignment>& assignments, std::size_t dimensions);

/// The expression times some number above 0.
[[nodiscard]] Row row_of(const LinearExpression& expression, std::size_t dimensions);
[[nodiscard]] LinearExpression expression_of(const Row& row);

}  // namespace assay::domain
