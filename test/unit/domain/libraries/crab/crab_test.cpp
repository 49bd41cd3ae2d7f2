// The adapter of CRAB's domains, on a stand-in for its intervals: clean when that is honest, and every bug of it found.

#include <gtest/gtest.h>

#include "assay/domain/check.hpp"
#include "domain/libraries/crab/crab_targets.hpp"
#include "interval_domain.hpp"

namespace assay::domain {
namespace {

const PluginTarget& intervals() {
  static const std::vector<PluginTarget> kTargets = crabs::targets_of(crabs::interval_rows());
  return kTargets.front();
}

CheckReport check(std::uint64_t programs) {
  CheckOptions options;
  options.programs = programs;
  return check_domain(intervals().make, options);
}

LinearExpression expression(std::string_view text) { return *parse_expression(text); }
Constraint constraint(std::string_view text) { return *parse_constraint(text); }

class DomainCrab : public testing::Test {
 protected:
  ~DomainCrab() override { crab_double_bug = CrabBug::Honest; }
  std::unique_ptr<Domain> domain_ = intervals().make(2);
  ElementPtr top_ = domain_->top();
};

TEST_F(DomainCrab, HonestOneIsClean) {
  const CheckReport report = check(300);
  EXPECT_TRUE(report.passed) << report.text;
}

TEST_F(DomainCrab, NamesTheTargetAndTheVersion) {
  EXPECT_EQ(intervals().name, "crab:intervals");
  EXPECT_EQ(domain_->contract().version, "double");
  EXPECT_EQ(domain_->dimensions(), 2U);
}

TEST_F(DomainCrab, ConstraintsGoThereAndBack) {
  const ElementPtr half = domain_->assume(*top_, constraint("1/2*x0 - 3/4 >= 0"));
  const ElementPtr both = domain_->assume(*half, constraint("x1 + 7 = 0"));
  const Point inside = {2, -7};
  const Point outside = {1, -7};
  EXPECT_TRUE(domain_->contains(*both, inside));
  EXPECT_FALSE(domain_->is_bottom(*both));
  for (const Constraint& each : domain_->constraints(*both)) {
    EXPECT_TRUE(each.holds(inside)) << to_text(each);
    EXPECT_TRUE(domain_->satisfies(*both, each)) << to_text(each);
  }
  bool refused = false;
  for (const Constraint& each : domain_->constraints(*both)) refused = refused || !each.holds(outside);
  EXPECT_TRUE(refused);
}

TEST_F(DomainCrab, NumbersOfAnySizeGoThere) {
  const std::string large = "1267650600228229401496703205376";
  const ElementPtr element = domain_->assume(*top_, constraint("x0 - " + large + " = 0"));
  const Bounds bounds = domain_->bounds(*element, expression("x0"));
  EXPECT_EQ(bounds.low, Rational(large));
  EXPECT_EQ(bounds.high, Rational(large));
}

TEST_F(DomainCrab, BoundsAreThoseOfTheWholeExpression) {
  const ElementPtr low = domain_->assume(*top_, constraint("x0 - 1 >= 0"));
  const ElementPtr box = domain_->assume(*low, constraint("-x0 + 4 >= 0"));
  const Bounds bounds = domain_->bounds(*box, expression("-2*x0 + 1"));
  EXPECT_EQ(bounds.low, Rational(-7));
  EXPECT_EQ(bounds.high, Rational(-1));
  EXPECT_TRUE(domain_->bounds(*domain_->bottom(), expression("x0")).empty);
}

TEST_F(DomainCrab, ExpressionsOfFractionsAreForgotten) {
  const ElementPtr three = domain_->assume(*top_, constraint("x0 - 3 = 0"));
  const ElementPtr half = domain_->assign(*three, {0, expression("1/2*x0")});
  EXPECT_TRUE(domain_->is_top(*half));
}

TEST_F(DomainCrab, ParallelAssignmentsSwap) {
  const ElementPtr one = domain_->assume(*top_, constraint("x0 - 1 = 0"));
  const ElementPtr two = domain_->assume(*one, constraint("x1 - 2 = 0"));
  const ElementPtr swapped = domain_->parallel_assign(*two, {{0, expression("x1")}, {1, expression("x0")}});
  EXPECT_EQ(domain_->bounds(*swapped, expression("x0")).low, Rational(2));
  EXPECT_EQ(domain_->bounds(*swapped, expression("x1")).high, Rational(1));
}

class DomainCrabBug : public testing::TestWithParam<CrabBug> {
 protected:
  ~DomainCrabBug() override { crab_double_bug = CrabBug::Honest; }
};

TEST_P(DomainCrabBug, IsFound) {
  crab_double_bug = GetParam();
  EXPECT_FALSE(check(2000).passed);
}

INSTANTIATE_TEST_SUITE_P(All, DomainCrabBug,
                         testing::Values(CrabBug::JoinKeepsLeftEnds, CrabBug::JoinOfBottom, CrabBug::MeetIsLeft,
                                         CrabBug::WidenIsJoin, CrabBug::AssumeRoundsInwards, CrabBug::AssignForgetsSign,
                                         CrabBug::AssignOfBottom, CrabBug::SubstituteIsAssign, CrabBug::ForgetSkipsLast,
                                         CrabBug::LeqIgnoresHigh, CrabBug::EntailsTooMuch, CrabBug::AtIsNarrow,
                                         CrabBug::ProjectLoses, CrabBug::WriteChanges));

}  // namespace
}  // namespace assay::domain
