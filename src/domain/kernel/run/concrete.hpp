#pragma once

#include <functional>
#include <vector>

#include "assay/domain/program.hpp"
#include "core/rng/rng.hpp"

namespace assay::domain {

/// Computes concrete points that elements must contain: the images of the arguments' points under each operation.
class Concrete {
 public:
  /// Whether the element of an instruction contains a point according to the domain.
  using Contains = std::function<bool(unsigned element, const Point& point)>;

  Concrete(const Program& program, Domain& domain, unsigned most_points, Contains contains)
      : program_(program), domain_(domain), most_(most_points), contains_(std::move(contains)) {}

  /// Points of the instruction's result. `known`: the points of each argument.
  [[nodiscard]] std::vector<Point> points(std::size_t instruction,
                                          const std::vector<const std::vector<Point>*>& known) const;

 private:
  [[nodiscard]] std::vector<Point> seeds(core::Rng& rng) const;
  [[nodiscard]] Rational value(core::Rng& rng) const;
  [[nodiscard]] std::vector<Point> satisfying(const Constraint& constraint, unsigned element,
                                              const std::vector<Point>& known) const;
  [[nodiscard]] std::vector<Point> assigned(unsigned dimension, const Expression& expression,
                                            const std::vector<Point>& known, core::Rng& rng) const;
  [[nodiscard]] std::vector<Point> satisfying(const Expression& expression, Constraint::Relation relation,
                                              const std::vector<Point>& known, core::Rng& rng) const;
  [[nodiscard]] std::vector<Point> before(const Assignment& assignment, const std::vector<Point>& after,
                                          core::Rng& rng) const;
  [[nodiscard]] std::vector<Point> moved(const std::vector<Ray>& rays, const std::vector<Point>& known,
                                         core::Rng& rng) const;
  [[nodiscard]] std::vector<Point> forgotten(unsigned dimension, const std::vector<Point>& known, core::Rng& rng) const;
  [[nodiscard]] std::vector<Point> transformed(const ValueTransformer& transformer,
                                               const std::vector<const std::vector<Point>*>& known) const;
  void add(std::vector<Point>& points, Point point) const;

  const Program& program_;
  Domain& domain_;
  unsigned most_;
  Contains contains_;
};

}  // namespace assay::domain
