// Observations that must not change when an element is exported and built anew.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "assay/domain/adapt.hpp"
#include "assay/domain/run.hpp"
#include "interval.hpp"

namespace assay::domain {
namespace {

using Box = Adapted<example::Box<false>>;

/// Reads 2*x0 - 1 >= 0 as x0 - 1 >= 0: right where x0 is whole.
class Tightening final : public Box {
 public:
  using Box::Box;
  ElementPtr apply(Operation operation, Elements elements, const Operands& operands) override {
    if (operation != Operation::Assume) return Box::apply(operation, elements, operands);
    Operands tight = operands;
    Constraint& constraint = tight.constraints.front();
    const Rational constant = constraint.expression.constant;
    mpz_class floor;
    mpz_fdiv_q(floor.get_mpz_t(), constant.get_num_mpz_t(), constant.get_den_mpz_t());
    if (constraint.relation == Constraint::Relation::GreaterEqual) constraint.expression.constant = floor;
    return Box::apply(operation, elements, tight);
  }
};

/// The oracles with a violation for the half between 0 and 1, exported and read again.
std::vector<std::string> objections(bool integers) {
  const Result<Program> program =
      parse_program("dimensions 1\na0 = top\na1 = assign a0, x0 := 1/2\na2 = reimport a1\n", {});
  EXPECT_TRUE(program.ok()) << program.error().text();
  Contract contract = example::box_contract();
  contract.integer_points = integers;
  Tightening domain(contract, program->dimensions);
  std::vector<std::string> oracles;
  for (const Violation& violation : run(*program, domain, {}).violations) oracles.push_back(violation.oracle);
  return oracles;
}

TEST(DomainObservations, OnlyWholeNumbersMayBeTightenedWhereTheyAreReadAgain) {
  EXPECT_EQ(objections(true), std::vector<std::string>());
  const std::vector<std::string> found = objections(false);
  EXPECT_NE(std::find(found.begin(), found.end(), "observation"), found.end());
}

}  // namespace
}  // namespace assay::domain
