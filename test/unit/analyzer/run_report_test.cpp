#include "analyzer/check/run/run_report.hpp"

#include <gtest/gtest.h>

namespace assay::analyzer {
namespace {

TEST(RunReport, IsReadLineByLine) {
  const RunReport report = read_run_report(
      "broken 1 ffffffffffffffff ffffffffffffffff\nundefined 7 a.c signed overflow of +\nfact 0 12 0\nfact 1 3 2\nend "
      "exit\n",
      3);
  EXPECT_TRUE(report.complete);
  EXPECT_EQ(report.end, "exit");
  EXPECT_TRUE(report.undefined);
  EXPECT_EQ(report.undefined_at, "a.c:7: signed overflow of +");
  EXPECT_EQ(report.facts[0].runs, 12U);
  EXPECT_EQ(report.facts[1].runs, 3U);
  EXPECT_EQ(report.facts[1].broken, 2U);
  EXPECT_EQ(report.facts[1].witness, "value -1");
  EXPECT_EQ(report.facts[2].runs, 0U);
}

TEST(RunReport, OfAProgramThatWasKilledKeepsWhatWasBroken) {
  const RunReport report = read_run_report("broken 0 5 0\nbroken 1 ", 2);
  EXPECT_FALSE(report.complete);
  EXPECT_EQ(report.facts[0].broken, 1U);
  EXPECT_EQ(report.facts[0].witness, "value 5");
  EXPECT_EQ(report.facts[1].broken, 0U);
}

TEST(RunReport, ReadsWhatLoopsHadNotedBehindWhatBroke) {
  const RunReport report =
      read_run_report("marks 9 9\nbroken 1 5 0\nmarks 2 -7 18446744073709551615 x\nbroken 0 1 0\nend exit\n", 2);
  EXPECT_EQ(report.facts[1].marks, (std::vector<std::int64_t>{2, -7, 0, 0}));
  EXPECT_TRUE(report.facts[0].marks.empty());
}

TEST(RunReport, PassesOverWhatAProgramMayWriteItself) {
  const RunReport report =
      read_run_report("fact 9 1 1\nfact x 1 1\nbroken 99999999999999999999 1 1\nhello\n\nfact 0 1\n", 1);
  EXPECT_FALSE(report.complete);
  EXPECT_EQ(report.facts[0].runs, 0U);
}

}  // namespace
}  // namespace assay::analyzer
