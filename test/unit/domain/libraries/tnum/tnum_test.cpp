// The adapter of tristate numbers, on a stand-in for the kernel's: clean when that is honest, and every bug of it
// found.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "assay/domain/check.hpp"
#include "domain/kernel/exhaustive/exhaustive.hpp"
#include "domain/libraries/plugin/plugin.hpp"
#include "rounds.hpp"

extern "C" {
#include <tnum.h>
}

namespace assay::domain {
namespace {

const PluginTarget& target(unsigned width) {
  const std::vector<PluginTarget>& all = assay_domain_plugin_1()->targets;
  const std::string name = "tnum@" + std::to_string(width);
  return *std::find_if(all.begin(), all.end(), [&](const PluginTarget& each) { return each.name == name; });
}

ExhaustiveReport report(unsigned width, const std::vector<std::string>& only = {}) {
  const std::unique_ptr<Domain> domain = target(width).make(1);
  ExhaustiveOptions options;
  options.only = only;
  const Result<ExhaustiveReport> result = test_exhaustively(*domain, options);
  EXPECT_TRUE(result.ok());
  return *result;
}

class DomainTnum : public testing::Test {
 protected:
  ~DomainTnum() override { tnum_double_bug = TNUM_HONEST; }
};

TEST_F(DomainTnum, HasEachWidthUnderItsName) {
  EXPECT_EQ(assay_domain_plugin_1()->targets.size(), 9U);
  EXPECT_EQ(target(4).make(1)->contract().width, 4U);
  EXPECT_EQ(target(64).make(1)->contract().version, "double");
}

TEST_F(DomainTnum, HonestOneIsSoundAndAsPreciseAsPromised) {
  for (unsigned width = 2; width <= test_rounds(3, 4); ++width) {
    const ExhaustiveReport found = report(width);
    EXPECT_EQ(found.unsound(), 0U) << to_text(found);
    EXPECT_EQ(found.imprecise(), 0U) << to_text(found);
    EXPECT_FALSE(found.contains_doubted);
  }
}

TEST_F(DomainTnum, HonestOneKeepsTheLawsAtAnyWidth) {
  for (const PluginTarget& each : assay_domain_plugin_1()->targets) {
    CheckOptions options;
    options.programs = test_rounds(20, 60);
    options.run.sweep = false;
    const CheckReport found = check_domain(each.make, options);
    EXPECT_TRUE(found.passed) << each.name << "\n" << found.text;
    options.programs = test_rounds(2, 6);  // a sweep asks each law of up to 2,048 tuples
    options.run.sweep = true;
    const CheckReport swept = check_domain(each.make, options);
    EXPECT_TRUE(swept.passed) << each.name << "\n" << swept.text;
  }
}

TEST_F(DomainTnum, PrintsTheBitsOfItsWidth) {
  const std::unique_ptr<Domain> domain = target(4).make(1);
  const ElementPtr five = domain->abstract({5});
  const ElementPtr seven = domain->abstract({7});
  const ElementPtr both = domain->join(*five, *seven);
  EXPECT_EQ(domain->print(*both), "01x1");
  EXPECT_EQ(domain->print(*domain->top()), "xxxx");
  EXPECT_EQ(domain->print(*domain->bottom()), "none");
  EXPECT_TRUE(domain->is_bottom(*domain->meet(*five, *seven)));
  EXPECT_TRUE(domain->is_bottom(*domain->abstract({16})));
}

struct Planted {
  tnum_bug bug;
  const char* row;
  bool unsound;
};
std::ostream& operator<<(std::ostream& out, const Planted& planted) { return out << planted.row; }

class DomainTnumBug : public testing::TestWithParam<Planted> {
 protected:
  ~DomainTnumBug() override { tnum_double_bug = TNUM_HONEST; }
};

TEST_P(DomainTnumBug, IsFound) {
  tnum_double_bug = GetParam().bug;
  const ExhaustiveReport found = report(4, {GetParam().row});
  ASSERT_EQ(found.rows.size(), 1U);
  EXPECT_EQ(found.unsound() > 0, GetParam().unsound) << to_text(found);
  EXPECT_EQ(found.imprecise() > 0, !GetParam().unsound) << to_text(found);
}

INSTANTIATE_TEST_SUITE_P(
    All, DomainTnumBug,
    testing::Values(Planted{TNUM_ADD_DROPS_CARRY, "add", true}, Planted{TNUM_ARSHIFT_FILLS_ZEROS, "ashr-1", true},
                    Planted{TNUM_UNION_KEEPS_LEFT, "join", true}, Planted{TNUM_IN_IGNORES_VALUE, "leq", true},
                    Planted{TNUM_AND_FORGETS_ZEROS, "and", false}, Planted{TNUM_OVERLAP_WANTS_EQUAL, "meet", true},
                    Planted{TNUM_MUL_SKIPS_TOP, "mul", true}));

}  // namespace
}  // namespace assay::domain
