#pragma once

#include <vector>

#include "analyzer_config.hpp"
#include "assay/core/tester.hpp"

namespace assay::analyzer {

/// For each target a small program whose facts must hold, and the same with its claims turned into their opposites,
/// which must be seen.
[[nodiscard]] std::vector<core::Control> controls_of(const TestConfig& config);

}  // namespace assay::analyzer
