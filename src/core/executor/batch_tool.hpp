#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/proc/proc.hpp"

namespace assay::core {

/// Runs a command of a batch system, within 60 seconds, and returns its output. An Error contains its message.
[[nodiscard]] Result<std::string> ask_batch_tool(const std::vector<std::string>& argv,
                                                 const std::stop_token& stop = {});
/// An Error with `advice` if the program is not on the PATH.
[[nodiscard]] Status needs_program(const std::string& program, const std::string& advice);

}  // namespace assay::core
