#pragma once

#include <string>

#include "core/proc/fd.hpp"

namespace assay::core {

/// A rule set of Linux's Landlock: whoever takes it on writes, makes, renames and removes files below the folder alone,
/// and writes to devices. Reading and running stay as they are. Not valid where the kernel has no Landlock
/// (before 5.13, or switched off), or the folder is not there: then nothing can be kept from the child.
[[nodiscard]] UniqueFd writing_only_below(const std::string& folder);

}  // namespace assay::core
