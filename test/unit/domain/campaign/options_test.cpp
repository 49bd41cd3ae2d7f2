#include <gtest/gtest.h>

#include "domain/campaign/campaign.hpp"
#include "unit/core/options/option_checks.hpp"

namespace assay::domain::testing {
namespace {

TEST(DomainOptionTable, HoldsWhatTablesPromise) { core::option_checks::check_option_table(test_option_table()); }

}  // namespace
}  // namespace assay::domain::testing
