#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/case/tester.hpp"

namespace assay::smt {

// Parts of campaigns whose cases are a user's scripts: `smt compare`, `smt stability`.

/// The paths of the scripts: files, and *.smt2 files below folders. Fails if a path does not exist, or if there is no
/// script.
[[nodiscard]] Result<std::vector<std::string>> find_user_scripts(const std::vector<std::string>& paths);

/// The file name of each path, or the whole path if another path has the same file name.
[[nodiscard]] std::vector<std::string> names_of(const std::vector<std::string>& paths);

/// The case of the script at `path`, or the reason why the script cannot be read.
[[nodiscard]] std::variant<core::Case, core::Skip> case_of_script(const std::string& path, const std::string& name,
                                                                  std::uint64_t index);
/// The name of a case's script; empty: none.
[[nodiscard]] std::string name_of_script(const core::Case& subject);

/// A control for each target: it answers a small script.
[[nodiscard]] std::vector<core::Control> answer_controls(const std::vector<core::TargetInfo>& targets);

}  // namespace assay::smt
