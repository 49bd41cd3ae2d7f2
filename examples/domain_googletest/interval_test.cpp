// The laws in an author's own tests with GoogleTest. The second test is of a domain with a bug. It fails and prints the
// counterexample.

#include "interval.hpp"

#include <gtest/gtest.h>

#include "assay/domain/check.hpp"

namespace {

using assay::domain::adapt;
using assay::domain::check_domain;
using assay::domain::CheckReport;

TEST(Interval, KeepsTheLaws) {
  const CheckReport report = check_domain(adapt<example::Box<false>>(example::box_contract()), {.programs = 500});
  EXPECT_TRUE(report.passed) << report.text;
}

TEST(IntervalWithBug, KeepsTheLaws) {
  const CheckReport report = check_domain(adapt<example::Box<true>>(example::box_contract()), {.programs = 500});
  EXPECT_TRUE(report.passed) << report.text;
}

}  // namespace
