#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "core/proc/proc.hpp"

namespace assay::core {

/// Runs a command that a target answers at once (such as a question for its version) in a scratch folder of its own,
/// for at most 10 seconds.
[[nodiscard]] ProcessResult ask_target(std::vector<std::string> argv);

/// The way to find out a target's version.
struct VersionQuestion {
  std::string_view target;               ///< its name, for messages
  std::string_view program;              ///< the program to run; empty: the target has none
  const std::vector<std::string>& argv;  ///< the command that prints the version; empty: there is none
  const std::string& install;            ///< advice for people without the program
  std::string_view label = {};           ///< prefix of the version's line ("Version:"); empty: any line
};
/// The first output line with the label and a number in it, without the label; other lines are ignored because some
/// programs print a greeting. "unknown" if there is none. An Error if the program is missing or cannot be started.
[[nodiscard]] Result<std::string> version_of(const VersionQuestion& question);

}  // namespace assay::core
