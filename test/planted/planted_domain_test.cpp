// The proof that testing an abstract domain finds bugs: small exact domains, wrong in one place each, are found within
// a bounded number of programs, and are never accused when they are right.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "domain_hunt.hpp"
#include "rounds.hpp"
#include "same_cases.hpp"

namespace assay::domain {

void PrintTo(const PlantedBug& bug, std::ostream* out) { *out << bug.domain << " " << bug.name; }

namespace {

constexpr std::uint64_t kMaxPrograms = 2000;

ProgramOptions c2() {
  ProgramOptions options = *preset("C2");
  options.dimensions = 3;
  return options;
}

std::string shown(const Hunt& hunt) {
  std::string text;
  for (const Violation& violation : hunt.violations)
    text += violation.oracle + " (" + std::string(name(violation.operation)) + "): " + violation.detail;
  return text + to_text(hunt.failing, {});
}

class PlantedDomain : public ::testing::TestWithParam<PlantedBug> {};

TEST_P(PlantedDomain, IsFoundForWhatItIs) {
  const PlantedBug& bug = GetParam();
  if (!bug.needs.empty()) GTEST_SKIP() << "only seen with: " << bug.needs;
  const Hunt found = hunt(bug, random_programs(1, c2()), {}, kMaxPrograms, 0, true);
  ASSERT_NE(found.programs, 0U) << "not found in " << kMaxPrograms << " programs, " << found.checks << " checks";
  EXPECT_NE(found.of_its_kind, 0U) << "seen after " << found.programs << ", but never for what it is\n" << shown(found);
  RecordProperty("programs", static_cast<int>(found.programs));
  RecordProperty("programs_of_its_kind", static_cast<int>(found.of_its_kind));
  RecordProperty("oracle", found.violations.front().oracle);
}

INSTANTIATE_TEST_SUITE_P(Bugs, PlantedDomain, ::testing::ValuesIn(planted_bugs()), [](const auto& instance) {
  std::string text = std::string(instance.param.domain) + "_" + std::string(instance.param.name);
  for (char& c : text)
    if (c == '-') c = '_';
  return text;
});

/// Two dimensions whose difference stays between two bounds while each pushes the other on: closure restores the bounds
/// that widening removes. Random programs seldom have such a loop.
TEST(PlantedDomainLoop, AClosedWideningDiverges) {
  Program program;
  program.dimensions = 2;
  program.instructions.emplace_back();
  for (const char* text : {"-x0 >= 0", "-x1 >= 0", "x0 - x1 + 1 >= 0", "-x0 + x1 + 2 >= 0"}) {
    Instruction assume;
    assume.operation = Operation::Assume;
    assume.elements = {static_cast<unsigned>(program.instructions.size() - 1)};
    assume.constraints = {*parse_constraint(text)};
    program.instructions.push_back(std::move(assume));
  }
  constexpr unsigned kWidenEndsParallelLoops = 65;
  Check check;
  check.law = kWidenEndsParallelLoops;
  check.elements = {4};
  check.assignment = {0, *parse_expression("x1 + 1")};
  program.checks = {check};
  for (const Bug bug : {Bug::None, Bug::WidenCloses}) {
    const auto same = [&](std::uint64_t, const Contract&) { return program; };
    const Hunt found = hunt({bug, "", "octagon", "", LawClass::Convergence, ""}, same, {}, 1, 0, true);
    EXPECT_EQ(found.of_its_kind, bug == Bug::None ? 0U : 1U) << shown(found);
    EXPECT_EQ(found.checks, 1U);
  }
}

/// A bug in octagons with several relations needs dense elements: elements of one constraint do not show it.
TEST(PlantedDomainDense, OnlyDenseElementsShowIt) {
  const PlantedBug bug{Bug::JoinOfRelated, "", "octagon", "", LawClass::Soundness, ""};
  constexpr std::uint64_t kPrograms = 400;
  ProgramOptions options = c2();
  options.dense = 0;
  const Hunt without = hunt(bug, random_programs(1, options), {}, kPrograms, 0, true);
  EXPECT_EQ(without.of_its_kind, 0U) << shown(without);
  options.dense = 25;
  const Hunt with = hunt(bug, random_programs(1, options), {}, kPrograms, 0, true);
  EXPECT_NE(with.of_its_kind, 0U);
}

/// ASSAY_PLANTED_CASES asks for more checks by hand.
std::uint64_t honest_checks() {
  if (const char* asked = std::getenv("ASSAY_PLANTED_CASES")) return std::strtoull(asked, nullptr, 10);
#if defined(__SANITIZE_ADDRESS__)
  return 6'000;
#else
  return test_rounds(20'000, 60'000);
#endif
}

class HonestDomain : public ::testing::TestWithParam<std::string_view> {};

TEST_P(HonestDomain, IsNeverAccused) {
  constexpr std::uint64_t kAtOnce = 500;
  const PlantedBug honest{Bug::None, "none", GetParam(), "", LawClass::Soundness, ""};
  std::uint64_t checks = 0;
  double seconds = 0;
  for (std::uint64_t seed = 1; checks < honest_checks(); ++seed) {
    const Hunt found = hunt(honest, random_programs(seed, c2()), {}, kAtOnce, 0, false);
    ASSERT_EQ(found.programs, 0U) << "seed " << seed << "\n" << shown(found);
    checks += found.checks;
    seconds += found.seconds;
  }
  RecordProperty("checks", static_cast<int>(checks));
  RecordProperty("checks_per_second", static_cast<int>(static_cast<double>(checks) / seconds));
}

INSTANTIATE_TEST_SUITE_P(Domains, HonestDomain, ::testing::ValuesIn(kPlantedDomains),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(PlantedDomainPrograms, AreTheSameAsBefore) {
  const PlantedBug& bug = planted_bugs().front();
  SameCases same("domain-test");
  for (std::uint64_t number = 0; number < test_rounds(1000, SameCases::kAll); ++number) {
    const MakeProgram only = [&, all = random_programs(1, c2())](std::uint64_t, const Contract& contract) {
      return all(number, contract);
    };
    const Hunt found = hunt(bug, only, {}, 1, 0, false);
    same.add(found.programs == 0 ? std::to_string(found.checks) : shown(found));
  }
  same.expect_as_stored();
}

}  // namespace
}  // namespace assay::domain
