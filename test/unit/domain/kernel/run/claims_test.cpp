// Tests check the claims of a library about its own results.

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "assay/domain/adapt.hpp"
#include "assay/domain/run.hpp"
#include "interval.hpp"

namespace assay::domain {
namespace {

using Box = Adapted<example::Box<false>>;

/// The worked example, with the same claim about every result.
class Claiming final : public Box {
 public:
  Claiming(Contract contract, unsigned dimensions, Claim claim) : Box(std::move(contract), dimensions), claim_(claim) {}
  [[nodiscard]] Claim claim() const override { return claim_; }

 private:
  Claim claim_;
};

/// The oracles with a violation at `a<last>` of the program.
std::vector<std::string> objections(std::string_view text, Claim claim) {
  const Result<Program> program = parse_program(text, {});
  EXPECT_TRUE(program.ok()) << program.error().text();
  Contract contract = example::box_contract();
  contract.best = {};
  Claiming domain(contract, program->dimensions, claim);
  std::vector<std::string> oracles;
  for (const Violation& violation : run(*program, domain, {}).violations) {
    EXPECT_EQ(violation.kind, LawClass::Precision) << violation.detail;
    EXPECT_EQ(violation.extra.size(), program->dimensions) << "a point shows what is too much";
    if (violation.instruction + 1 == program->instructions.size()) oracles.push_back(violation.oracle);
  }
  return oracles;
}

constexpr Claim kExact{true, true};
constexpr Claim kBest{false, true};
const std::vector<std::string> kNone;
const std::vector<std::string> kReference = {"reference"};

TEST(DomainClaims, AJoinIsBestAndSeldomExact) {
  constexpr std::string_view kTwoPoints =
      "dimensions 2\nexact\na0 = top\na1 = assume a0, x0 = 0\na2 = assume a1, x1 = 0\n"
      "a3 = assume a0, x0 - 1 = 0\na4 = assume a3, x1 - 1 = 0\na5 = join a2 a4\n";
  EXPECT_EQ(objections(kTwoPoints, {}), kNone);
  EXPECT_EQ(objections(kTwoPoints, kBest), kNone);
  EXPECT_EQ(objections(kTwoPoints, kExact), kReference);
}

TEST(DomainClaims, AMeetIsExact) {
  EXPECT_EQ(objections("dimensions 1\nexact\na0 = top\na1 = assume a0, x0 >= 0\na2 = assume a0, 1 - x0 >= 0\n"
                       "a3 = meet a1 a2\n",
                       kExact),
            kNone);
}

TEST(DomainClaims, ARelationIsNotExactInABox) {
  constexpr std::string_view kRelation = "dimensions 2\nexact\na0 = top\na1 = assume a0, x0 - x1 >= 0\n";
  EXPECT_EQ(objections(kRelation, kBest), kNone);
  EXPECT_EQ(objections(kRelation, kExact), kReference);
}

TEST(DomainClaims, OnlyProgramsThatAskForItAreCompared) {
  EXPECT_EQ(objections("dimensions 2\na0 = top\na1 = assume a0, x0 - x1 >= 0\n", kExact), kNone);
}

}  // namespace
}  // namespace assay::domain
