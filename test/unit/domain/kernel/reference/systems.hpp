#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "domain/kernel/reference/reference.hpp"

namespace assay::domain {

inline LinearExpression expression(std::string_view text) {
  Result<LinearExpression> read = parse_expression(text);
  EXPECT_TRUE(read.ok()) << text;
  return read ? *read : LinearExpression();
}

inline Constraint constraint(std::string_view text) {
  Result<Constraint> read = parse_constraint(text);
  EXPECT_TRUE(read.ok()) << text;
  return read ? *read : Constraint();
}

inline std::vector<Constraint> constraints(std::initializer_list<std::string_view> texts) {
  std::vector<Constraint> all;
  for (const std::string_view text : texts) all.push_back(constraint(text));
  return all;
}

inline Polyhedron polyhedron(unsigned dimensions, std::initializer_list<std::string_view> texts) {
  return Polyhedron(dimensions, constraints(texts));
}

inline Supremum finite(const Rational& value, bool attained = true) {
  return {Supremum::Kind::Finite, value, attained};
}
inline Supremum infinite() { return {Supremum::Kind::Infinite, 0, false}; }

/// Random systems: small numbers, some fractions, equalities and strict constraints among them.
class Systems {
 public:
  explicit Systems(std::uint64_t seed) : state_(seed * 2 + 1) {}

  /// Below `bound`.
  unsigned draw(unsigned bound) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<unsigned>((state_ >> 33) % bound);
  }
  Rational number(int size) {
    Rational value(static_cast<int>(draw(static_cast<unsigned>(2 * size + 1))) - size, 1 + draw(8) / 7 * draw(3));
    value.canonicalize();
    return value;
  }
  LinearExpression expression(unsigned dimensions) {
    LinearExpression sum;
    for (unsigned i = 0; i < dimensions; ++i) sum.coefficients.push_back(draw(2) == 0 ? Rational() : number(3));
    sum.constant = number(10);
    return sum;
  }
  std::vector<Constraint> constraints(unsigned dimensions, unsigned count) {
    std::vector<Constraint> all;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned kind = draw(8);
      using Relation = Constraint::Relation;
      all.push_back({expression(dimensions), kind == 0   ? Relation::Equal
                                             : kind == 1 ? Relation::Greater
                                                         : Relation::GreaterEqual});
    }
    return all;
  }

 private:
  std::uint64_t state_;
};

}  // namespace assay::domain
