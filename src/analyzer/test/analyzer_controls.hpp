#pragma once

#include <vector>

#include "analyzer_config.hpp"
#include "core/case/tester.hpp"

namespace assay::analyzer {

/// For each target, a small program whose facts must hold, and the same program with its claims turned into their
/// opposites, which the target's checks must detect.
[[nodiscard]] std::vector<core::Control> controls_of(const TestConfig& config);

}  // namespace assay::analyzer
