#include "assay/base/source.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(SourceLocation, PrintsTheKnownParts) {
  EXPECT_EQ(to_string("a.smt2", {3, 14}), "a.smt2:3:14");
  EXPECT_EQ(to_string("a.smt2", {3, 0}), "a.smt2:3");
  EXPECT_EQ(to_string("a.smt2", {}), "a.smt2");
}

TEST(SourceLocation, AColumnWithoutALineSaysNothing) { EXPECT_EQ(to_string("a.smt2", {0, 14}), "a.smt2"); }

}  // namespace
}  // namespace assay
