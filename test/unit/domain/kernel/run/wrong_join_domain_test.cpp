// The control of a target: its joins are wrong, and this must be seen.

#include <gtest/gtest.h>

#include <string>

#include "assay/domain/adapt.hpp"
#include "assay/domain/run.hpp"
#include "interval.hpp"

namespace assay::domain {
namespace {

RunResult result_of(const std::string& text, const RunOptions& options) {
  const Result<Program> program = parse_program(text, {});
  EXPECT_TRUE(program.ok()) << program.error().text();
  Adapted<example::Box<false>> domain(example::box_contract(), 1);
  return run(*program, domain, options);
}

const std::string kRest = "a0 = top\na1 = bottom\na2 = join a0 a1\ncheck 8 a0 a1\n";

TEST(DomainWrongJoin, ItsJoinsAreFoundByPointsAndByLaws) {
  RunOptions only_laws;
  only_laws.points = false;
  EXPECT_TRUE(result_of("dimensions 1\n" + kRest, {}).violations.empty());
  const RunResult found = result_of("dimensions 1\nplanted\n" + kRest, {});
  ASSERT_EQ(found.violations.size(), 2U);
  EXPECT_EQ(found.violations[0].oracle, "points");
  EXPECT_EQ(found.violations[1].oracle, "law 8");
  const RunResult by_law = result_of("dimensions 1\nplanted\n" + kRest, only_laws);
  ASSERT_EQ(by_law.violations.size(), 1U);
  EXPECT_EQ(by_law.violations[0].kind, LawClass::Soundness);
}

TEST(DomainWrongJoin, OnlyProgramsOfWhatItPassesOnAreRead) {
  const auto reads = [](const std::string& text) { return parse_program(text, {}).ok(); };
  EXPECT_TRUE(reads("dimensions 1\nplanted\na0 = top\na1 = meet a0 a0\ncheck 3 a0\n"));
  EXPECT_FALSE(reads("dimensions 1\nplanted\na0 = top\na1 = widen a0 a0\n"));
  EXPECT_FALSE(reads("dimensions 1\nplanted\na0 = top\na1 = bottom\ncheck 33 a0; with a1\n"));
}

TEST(DomainWrongJoin, TheMarkIsKeptInText) {
  const Result<Program> program = parse_program("dimensions 1\nplanted\n" + kRest, {});
  ASSERT_TRUE(program.ok());
  EXPECT_NE(to_text(*program, {}).find("planted\n"), std::string::npos);
}

}  // namespace
}  // namespace assay::domain
