#include "analyzer/check/run/run_outcome.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace assay::analyzer {
namespace {

RunOutcome exits(int code, std::string out) { return {true, code, 0, std::move(out)}; }

TEST(RunOutcomes, ReferenceAgreesWhereItsRunsAgree) {
  ReferenceOutcome reference(exits(0, "sum 7\npid 10\n"));
  EXPECT_FALSE(reference.agrees(exits(0, "sum 7\npid 11\n")));
  reference.add(exits(0, "sum 7\npid 12\n"));
  EXPECT_TRUE(reference.agrees(exits(0, "sum 7\npid 11\n")));
  EXPECT_FALSE(reference.agrees(exits(0, "sum 8\npid 11\n")));
  EXPECT_FALSE(reference.agrees(exits(1, "sum 7\npid 11\n")));
  EXPECT_TRUE(reference.differs());
  EXPECT_TRUE(reference.is_comparable());
}

TEST(RunOutcomes, RunsThatEndDifferentlyShowNothing) {
  ReferenceOutcome reference(exits(0, "sum 7\n"));
  reference.add(exits(1, "sum 7\n"));
  EXPECT_TRUE(reference.agrees(exits(0, "sum 8\n")));
  EXPECT_FALSE(reference.is_comparable());
}

TEST(RunOutcomes, RunsThatWriteMoreLinesShowNothing) {
  ReferenceOutcome reference(exits(0, "1\n"));
  reference.add(exits(0, "1\n2\n"));
  EXPECT_TRUE(reference.agrees(exits(0, "2\n")));
  EXPECT_FALSE(reference.is_comparable());
}

}  // namespace
}  // namespace assay::analyzer
