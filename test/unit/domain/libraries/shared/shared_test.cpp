// Domains behind the C interface: the worked example is right, its bug is found, and invalid tables are refused with
// the reason.

#include "domain/libraries/shared/shared.hpp"

#include <gtest/gtest.h>

#include "assay/domain/check.hpp"
#include "domain/libraries/shared/table_domain.hpp"

namespace assay::domain {
namespace {

CheckReport checked(const char* path) {
  const auto targets = load_domains(path);
  EXPECT_TRUE(targets.ok()) << (targets.ok() ? "" : targets.error().text());
  if (!targets) return {};
  EXPECT_EQ(targets->front().name, "example:Signs");
  CheckOptions options;
  options.programs = 100;
  return check_domain(targets->front().make, options);
}

TEST(SharedDomain, AnHonestTablePasses) {
  const CheckReport report = checked(SIGNS);
  EXPECT_TRUE(report.passed) << report.text;
}

TEST(SharedDomain, ABugInATableIsFound) {
  const CheckReport report = checked(SIGNS_BUG);
  EXPECT_FALSE(report.passed);
  EXPECT_LE(report.smallest.instructions.size(), 4U) << report.text;
}

TEST(SharedDomain, WhatIsNoneSaysWhy) {
  EXPECT_NE(load_domains("/not/there.so").error().message.find("cannot load"), std::string::npos);
  const auto other = load_domains("libm.so.6");
  ASSERT_FALSE(other.ok());
  EXPECT_NE(other.error().message.find("assay_domain_tables_1"), std::string::npos) << other.error().text();
}

TEST(SharedDomain, TablesAreLookedAt) {
  assay_domain table{};
  EXPECT_NE(contract_of(table).error().message.find("another assay_domain.h"), std::string::npos);
  table.size = sizeof table;
  EXPECT_NE(contract_of(table).error().message.find("no name"), std::string::npos);
  table.name = "mine";
  EXPECT_NE(contract_of(table).error().message.find("no function 'top'"), std::string::npos);
}

TEST(SharedDomain, AbsurdDimensionsAreRefused) {
  assay_domain table{};
  table.size = sizeof table;
  table.name = "mine";
  table.top = table.bottom = [](void*, unsigned) -> assay_domain_element* { return nullptr; };
  table.copy = [](void*, const assay_domain_element*) -> assay_domain_element* { return nullptr; };
  table.free_element = [](void*, assay_domain_element*) {};
  table.leq = [](void*, assay_domain_element*, assay_domain_element*) { return 0; };
  table.join =
      table.meet = [](void*, assay_domain_element*, assay_domain_element*) -> assay_domain_element* { return nullptr; };
  EXPECT_TRUE(contract_of(table).ok());
  table.most_dimensions = 1'000'000;
  EXPECT_NE(contract_of(table).error().message.find("1 to 64 dimensions"), std::string::npos);
  table.most_dimensions = 0;
  table.shape = 99;
  EXPECT_NE(contract_of(table).error().message.find("shape"), std::string::npos);
}

TEST(SharedDomain, TakesExpressions) {
  const auto targets = load_domains(SIGNS);
  ASSERT_TRUE(targets.ok());
  const std::unique_ptr<Domain> domain = targets->front().make(2);
  ASSERT_TRUE(domain->contract().operations.has(Operation::AssignExpression));
  const ElementPtr top = domain->top();
  const auto shown = [&](std::string_view text) {
    return domain->print(
        *domain->apply(Operation::AssignExpression, *top, {.dimension = 1, .expression = *parse_general(text)}));
  };
  EXPECT_EQ(shown("[1, 1]/[2, 3]"), "{-0+}{+}");
  EXPECT_EQ(shown("[-1, 2]*[-1/2, -1/2]"), "{-0+}{-0+}");
  EXPECT_EQ(shown("[-1, 0] - 3"), "{-0+}{-}");
  EXPECT_EQ(shown("x0*0"), "{-0+}{0}");
  EXPECT_TRUE(domain->is_bottom(
      *domain->apply(Operation::AssignExpression, *top, {.dimension = 1, .expression = *parse_general("x0/0")})));
}

}  // namespace
}  // namespace assay::domain
