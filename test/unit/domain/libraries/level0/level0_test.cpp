// The adapters of APRON and ELINA against doubles of their interface: compiled once for each.
#include <string>
#include <vector>

#include "assay/domain/check.hpp"
#include "domain/libraries/plugin/plugin.hpp"
#include "level0_under_test.hpp"
#include "rounds.hpp"

namespace assay::domain {
namespace {

CheckOptions some_programs(std::uint64_t programs) {
  CheckOptions options;
  options.programs = programs;
  options.program = *preset("C2");
  options.program.dimensions = 3;
  return options;
}

const PluginTarget* target(const std::vector<PluginTarget>& all, const std::string& name) {
  for (const PluginTarget& each : all)
    if (each.name == name) return &each;
  return nullptr;
}

class Level0 : public testing::Test {
 protected:
  ~Level0() override { under_test::set_bug(under_test::kNoBug); }
  const std::vector<PluginTarget> targets_ = under_test::all_targets();
  const PluginTarget* plain_ = target(targets_, under_test::kTarget);
};

TEST_F(Level0, HonestDomainsKeepTheirContracts) {
  ASSERT_FALSE(targets_.empty());
  for (const PluginTarget& each : targets_) {
    const CheckReport report = check_domain(each.make, some_programs(test_rounds(40, 100)));
    EXPECT_TRUE(report.passed) << each.name << "\n" << report.text;
    EXPECT_EQ(each.make(2)->contract().name, each.name);
    EXPECT_EQ(each.make(2)->contract().version, "double");
  }
}

TEST_F(Level0, AJoinThatForgetsItsRightArgumentIsFound) {
  ASSERT_NE(plain_, nullptr);
  under_test::set_bug(under_test::kJoinKeepsLeft);
  const CheckReport report = check_domain(plain_->make, some_programs(100));
  ASSERT_FALSE(report.passed);
  EXPECT_LE(report.smallest.instructions.size(), 5U) << report.text;
}

TEST_F(Level0, AMeetThatForgetsItsRightArgumentIsFoundWhereThereIsOne) {
  ASSERT_NE(plain_, nullptr);
  under_test::set_bug(under_test::kMeetKeepsLeft);
  const bool has_meet = plain_->make(1)->contract().operations.has(Operation::Meet);
  EXPECT_EQ(check_domain(plain_->make, some_programs(100)).passed, !has_meet);
}

TEST_F(Level0, AnOperationThatLeavesAnotherRoundingIsFound) {
  ASSERT_NE(plain_, nullptr);
  under_test::set_bug(under_test::kForgetsRounding);
  const CheckReport report = check_domain(plain_->make, some_programs(50));
  ASSERT_FALSE(report.passed);
  ASSERT_FALSE(report.violations.empty()) << report.text;
  EXPECT_EQ(report.violations.front().oracle, "rounding") << report.text;
}

TEST_F(Level0, FunctionsForSeveralAreAskedForByOneTargetOnly) {
  const PluginTarget* const several = target(targets_, under_test::kSeveral);
  ASSERT_EQ(several == nullptr, std::string_view(under_test::kSeveral).empty());
  if (several == nullptr) return;
  for (const char* bug :
       {"meet-array-skips", "array-is-empty", "fold-is-wide", "within-is-empty", "box-is-points", "permutes-one-way",
        "all-are-free", "range-has-no-end", "interval-says-yes", "minimize-loses"}) {
    under_test::set_bug(under_test::bug(bug));
    EXPECT_FALSE(check_domain(several->make, some_programs(100)).passed) << bug;
    EXPECT_TRUE(check_domain(plain_->make, some_programs(test_rounds(10, 30))).passed) << bug;
  }
}

TEST_F(Level0, TheAlgorithmIsAnOptionOfEveryFunction) {
  const PluginTarget* const eager = target(targets_, under_test::kEager);
  ASSERT_EQ(eager == nullptr, std::string_view(under_test::kEager).empty());
  if (eager == nullptr) return;
  under_test::set_bug(under_test::bug("algorithm-matters"));
  EXPECT_FALSE(check_domain(eager->make, some_programs(100)).passed);
  EXPECT_TRUE(check_domain(plain_->make, some_programs(30)).passed);
}

TEST_F(Level0, ClosuresApproximationsAndGeneratorsAreAskedForInEveryMode) {
  for (const PluginTarget& each : targets_) {
    const Contract contract = each.make(1)->contract();
    const std::pair<const char*, Operation> lies[] = {{"closure-is-low", Operation::Close},
                                                      {"approximates-inward", Operation::Loosen},
                                                      {"generators-are-few", Operation::Generators}};
    for (const auto& [bug, operation] : lies) {
      under_test::set_bug(under_test::bug(bug));
      EXPECT_EQ(check_domain(each.make, some_programs(100)).passed, !contract.operations.has(operation))
          << each.name << " " << bug;
    }
  }
}

TEST_F(Level0, RangesOfADimensionAreBoundsOfItsMultiples) {
  const PluginTarget* const several = target(targets_, under_test::kSeveral);
  if (several == nullptr) return;
  const auto domain = several->make(2);
  const ElementPtr one = domain->assume(*domain->top(), *parse_constraint("x1 - 2 >= 0"));
  const Bounds upwards = domain->bounds(*one, *parse_expression("1/2*x1 + 3"));
  EXPECT_EQ(upwards.low, Rational(4));
  EXPECT_FALSE(upwards.high);
  const Bounds downwards = domain->bounds(*one, *parse_expression("-3*x1 + 1"));
  EXPECT_FALSE(downwards.low);
  EXPECT_EQ(downwards.high, Rational(-5));
  EXPECT_TRUE(domain->satisfies(*one, *parse_constraint("3*x1 - 6 >= 0")));
  EXPECT_FALSE(domain->satisfies(*one, *parse_constraint("3*x1 - 7 >= 0")));
  EXPECT_FALSE(domain->satisfies(*one, *parse_constraint("-x1 + 2 >= 0")));
  EXPECT_FALSE(domain->satisfies(*one, *parse_constraint("x1 - 2 = 0")));
  EXPECT_FALSE(domain->satisfies(*one, *parse_constraint("x1 - 2 > 0")));
  EXPECT_TRUE(domain->bounds(*domain->bottom(), *parse_expression("-x1")).empty);
}

TEST_F(Level0, RaysAreHandedOverInEveryMode) {
  ASSERT_NE(plain_, nullptr);
  for (const PluginTarget& each : targets_) {
    const auto domain = each.make(3);
    if (!domain->contract().operations.has(Operation::AddRays)) continue;
    const ElementPtr zero = domain->assign(*domain->assign(*domain->top(), {0, {}}), {2, {}});
    const ElementPtr after = domain->add_rays(*zero, {{{2, 0, 0}, false}, {{0, 0, Rational(-1, 2)}, true}});
    const Bounds first = domain->bounds(*after, *parse_expression("x0"));
    EXPECT_EQ(first.low, Rational(0)) << each.name;
    EXPECT_FALSE(first.high) << each.name;
    const Bounds last = domain->bounds(*after, *parse_expression("x2"));
    EXPECT_FALSE(last.low || last.high) << each.name;
  }
}

TEST_F(Level0, ACongruenceIsHandedOverInEveryMode) {
  ASSERT_NE(plain_, nullptr);
  under_test::set_bug(under_test::bug("congruence-is-equality"));
  for (const PluginTarget& each : targets_) {
    const auto domain = each.make(2);
    if (!domain->contract().congruences) continue;
    const ElementPtr after = domain->assume(*domain->top(), *parse_constraint("x1 - 4 = 0 mod 3"));
    EXPECT_EQ(domain->bounds(*after, *parse_expression("x1")).high, Rational(4)) << each.name;
  }
}

TEST_F(Level0, ExpressionsConstraintsAndBoundsComeBackAsTheyWent) {
  ASSERT_NE(plain_, nullptr);
  const auto domain = plain_->make(3);
  const ElementPtr top = domain->top();
  // Sparse and dense, with a number that no float holds.
  const ElementPtr one = domain->assume(*top, *parse_constraint("x2 - 1/3 >= 0"));
  const ElementPtr two = domain->assume(*one, *parse_constraint("-x2 - x1 - x0 + 7 >= 0"));
  const std::vector<Constraint> constraints = domain->constraints(*two);
  ASSERT_EQ(constraints.size(), 1U);
  EXPECT_EQ(to_text(constraints.front()), "x2 - 1/3 >= 0");
  const Bounds bounds = domain->bounds(*two, *parse_expression("2*x2 + 1"));
  EXPECT_EQ(bounds.low, Rational(5, 3));
  EXPECT_FALSE(bounds.high);
  EXPECT_FALSE(bounds.empty);
  EXPECT_TRUE(domain->satisfies(*two, *parse_constraint("x2 > 0")));
  EXPECT_TRUE(domain->bounds(*domain->bottom(), *parse_expression("x0")).empty);
  EXPECT_NE(domain->print(*two), "");
}

TEST_F(Level0, NumbersAreHandedOverAsDoublesWhereTheyAreSome) {
  ASSERT_NE(plain_, nullptr);
  for (const PluginTarget& each : targets_) {
    const auto domain = each.make(1);
    const ElementPtr after = domain->assign(*domain->top(), {0, *parse_expression("7")});
    const std::vector<Constraint> constraints = domain->constraints(*after);
    ASSERT_FALSE(constraints.empty()) << each.name;
    for (const Constraint& constraint : constraints) EXPECT_TRUE(constraint.holds({7})) << each.name;
  }
}

TEST_F(Level0, IntervalsAreCoefficientsOfLinearExpressionsWhereThoseAreNoTrees) {
  ASSERT_NE(plain_, nullptr);
  under_test::set_bug(under_test::bug("coefficient-is-low"));
  for (const PluginTarget& each : targets_) {
    const auto domain = each.make(2);
    const ElementPtr known = domain->assign(*domain->top(), {0, *parse_expression("6")});
    const auto top_of_x1 = [&](const char* expression) {
      const ElementPtr after = domain->apply(Operation::AssignExpression, *known,
                                             {.dimension = 1, .expression = *parse_general(expression)});
      for (const Constraint& constraint : domain->constraints(*after))
        if (!constraint.holds({6, 12})) return Rational(6);
      return Rational(12);
    };
    const bool has_trees = each.name.ends_with(":trees") || each.name == under_test::kAsDoubles;
    EXPECT_EQ(top_of_x1("[1, 2]*x0"), has_trees ? 12 : 6) << each.name;
    EXPECT_EQ(top_of_x1("[1, 2]*(x0 + 3)"), 12) << each.name;  // one choice for two terms is none for a sum
  }
}

TEST_F(Level0, GeneralExpressionsBecomeTrees) {
  ASSERT_NE(plain_, nullptr);
  const auto domain = plain_->make(2);
  const ElementPtr top = domain->top();
  const ElementPtr known =
      domain->assume(*domain->assume(*top, *parse_constraint("x0 - 2 >= 0")), *parse_constraint("-x0 + 3 >= 0"));
  const ElementPtr after = domain->apply(Operation::AssignExpression, *known,
                                         {.dimension = 1, .expression = *parse_general("x0*x0/[1, 2]")});
  const Bounds bounds = domain->bounds(*after, *parse_expression("x1"));
  EXPECT_EQ(bounds.low, Rational(2));
  EXPECT_EQ(bounds.high, Rational(9));
}

}  // namespace
}  // namespace assay::domain
