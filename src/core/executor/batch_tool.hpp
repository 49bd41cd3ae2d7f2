#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "assay/core/proc.hpp"

namespace assay::core {

/// Runs a batch system's own command (an argument vector) within a minute. An Error holds what it said.
[[nodiscard]] Result<std::string> ask_batch_tool(const std::vector<std::string>& argv,
                                                 const std::stop_token& stop = {});
/// An Error with `advice` when the program is not on the PATH.
[[nodiscard]] Status needs_program(const std::string& program, const std::string& advice);

}  // namespace assay::core
