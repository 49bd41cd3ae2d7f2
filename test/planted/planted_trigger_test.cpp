// A missing triggering term in generated axioms is found, and axioms that have a model by construction never yield one.

#include <gtest/gtest.h>

#include <string>

#include "core/proc/proc.hpp"
#include "trigger/report.hpp"
#include "trigger_haystack.hpp"

namespace assay::trigger {
namespace {

/// Long, because tests run beside others: each of these takes a few seconds by itself.
constexpr double kSeconds = 120;
constexpr double kSecondsOfConsistent = 4;

Report report_of(const HaystackOptions& options, ReportOptions how) {
  smt::TermStore store;
  const std::string text = haystack(options);
  const Result<smt::Script> script = smt::parse_script(store, text, "haystack.smt2");
  EXPECT_TRUE(script.ok());
  const auto prover = make_z3_prover("z3", std::uint64_t{1} << 30);
  how.explain = false;
  return examine(store, *script, text, how, **prover, {});
}

class Haystack : public testing::Test {
 protected:
  void SetUp() override {
    if (core::find_program("z3").empty()) GTEST_SKIP() << "z3 is not installed";
  }
};

TEST_F(Haystack, TheNeedleIsFound) {
  for (unsigned depth = 1; depth <= 4; ++depth) {
    for (const std::size_t axioms : {10U, 100U}) {
      ReportOptions how;
      how.synthesis.seconds = kSeconds;
      const Report report = report_of({depth, axioms, depth, true}, how);
      EXPECT_EQ(report.verdict, Verdict::Found) << depth << " deep, " << axioms << " axioms";
      EXPECT_NE(report.completions.at(0).completed.find("(f0 (g0"), std::string::npos);
    }
  }
}

TEST_F(Haystack, TheSearchAloneFindsIt) {
  ReportOptions how;
  how.synthesis.source = Source::Search;
  how.synthesis.seconds = kSeconds;
  EXPECT_EQ(report_of({1, 30, 1, true}, how).verdict, Verdict::Found);
}

TEST_F(Haystack, TheAxiomsAloneAreInconsistent) {
  ReportOptions how;
  how.axioms_only = true;
  how.synthesis.seconds = kSeconds;
  const Report report = report_of({3, 30, 2, true}, how);
  EXPECT_EQ(report.verdict, Verdict::Found);
  EXPECT_GT(report.left_out, 0U);  // facts on constants
}

TEST_F(Haystack, ConsistentAxiomsYieldNoTerm) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    for (const bool axioms_only : {false, true}) {
      ReportOptions how;
      how.axioms_only = axioms_only;
      how.synthesis.seconds = kSecondsOfConsistent;
      how.synthesis.seconds_per_check = 1;
      const Report report = report_of({seed, 20 * static_cast<std::size_t>(seed), 1, false}, how);
      EXPECT_FALSE(is_finding(report.verdict)) << "seed " << seed << ": " << name(report.verdict);
      EXPECT_NE(report.verdict, Verdict::Failed) << report.synthesis.detail;
    }
  }
}

TEST(HaystackText, IsTheSameForASeed) {
  EXPECT_EQ(haystack({7, 50, 2, true}), haystack({7, 50, 2, true}));
  EXPECT_NE(haystack({7, 50, 2, true}), haystack({8, 50, 2, true}));
  EXPECT_NE(haystack({7, 50, 2, true}), haystack({7, 50, 2, false}));
}

}  // namespace
}  // namespace assay::trigger
