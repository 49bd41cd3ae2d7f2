#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/tester.hpp"
#include "core/options/options.hpp"
#include "core/proc/proc.hpp"

namespace assay::sums {

/// Campaigns against programs that add two numbers, as expr does: `expr 2 + 3` prints 5.
struct TestOptions {
  std::vector<std::string> targets = {"expr"};
  std::uint64_t seed = 1;
  std::uint64_t most = 1'000'000;
  core::Limits limits{};
};
[[nodiscard]] const core::OptionTable<TestOptions>& test_option_table();

/// The module "sums-test". An Error when a target is not on this machine.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_test_module(const TestOptions& options);

}  // namespace assay::sums
