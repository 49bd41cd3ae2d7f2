// The laws in an author's own tests with Catch2. The second test is of a domain with a bug. It fails and prints the
// counterexample.

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>  // version 3
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif

#include "assay/domain/check.hpp"
#include "interval.hpp"

using assay::domain::adapt;
using assay::domain::check_domain;
using assay::domain::CheckReport;

TEST_CASE("intervals keep the laws", "[honest]") {
  const CheckReport report = check_domain(adapt<example::Box<false>>(example::box_contract()), {.programs = 500});
  INFO(report.text);
  CHECK(report.passed);
}

TEST_CASE("intervals with a bug keep the laws", "[bug]") {
  const CheckReport report = check_domain(adapt<example::Box<true>>(example::box_contract()), {.programs = 500});
  INFO(report.text);
  CHECK(report.passed);
}
