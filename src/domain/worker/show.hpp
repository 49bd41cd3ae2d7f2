#pragma once

#include <functional>
#include <string_view>

#include "assay/domain/program.hpp"

namespace assay::domain {

/// Runs a program as people read it: each step before it is taken, so that the last line is where a process ended, and
/// then what was found. False: something is wrong.
[[nodiscard]] bool show(const Program& program, Domain& domain, const std::function<void(std::string_view)>& write);

}  // namespace assay::domain
