#pragma once

#include <functional>

#include "assay/domain/program.hpp"

namespace assay::domain {

/// A smaller program that still fails: fewest checks, instructions and dimensions, simplest constraints and constants.
/// `fails` is called at most `most_runs` times; it sees valid programs only.
[[nodiscard]] Program reduce(const Program& program, const std::function<bool(const Program&)>& fails,
                             std::size_t most_runs);

}  // namespace assay::domain
