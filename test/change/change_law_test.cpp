// A law that is not in the tree, with a row in a copy of the table: programs check it, a domain that breaks it is
// found, and an honest domain is not accused.

#include <gtest/gtest.h>

#include <algorithm>

#include "planted/domain_hunt.hpp"

namespace assay::domain {
namespace {

constexpr unsigned kNewLaw = 900;

Hunt check_new_law(Bug bug) {
  constexpr std::uint64_t kPrograms = 200;
  ProgramOptions options = *preset("C2");
  options.laws = {kNewLaw};
  RunOptions laws_alone;
  laws_alone.points = false;
  laws_alone.reference = false;
  laws_alone.sweep = false;
  const PlantedBug planted{bug, "", "interval", "", LawClass::Soundness, ""};
  return hunt(planted, random_programs(1, options), laws_alone, kPrograms, 0, false);
}

bool is_by_new_law(const Violation& violation) { return violation.law == kNewLaw; }

TEST(ChangeLaw, IsInTheTable) {
  ASSERT_NE(law(kNewLaw), nullptr);
  EXPECT_EQ(law(kNewLaw)->name, "join-above-meet");
}

TEST(ChangeLaw, FindsADomainThatBreaksIt) {
  const Hunt found = check_new_law(Bug::JoinTakesSmaller);
  EXPECT_TRUE(std::any_of(found.violations.begin(), found.violations.end(), is_by_new_law));
}

TEST(ChangeLaw, NeverAccusesAnHonestDomain) {
  const Hunt honest = check_new_law(Bug::None);
  EXPECT_EQ(honest.programs, 0U);
  EXPECT_GT(honest.checks, 200U);
}

}  // namespace
}  // namespace assay::domain
