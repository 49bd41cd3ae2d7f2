#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::core {

/// A target, as a user names it.
struct NamedTarget {
  std::string name;                ///< of a built-in one, or what stands before the `=`; empty: a file
  std::string file;                ///< a definition in TOML
  std::vector<std::string> words;  ///< the program and its flags, as they hold in any folder
};
/// Reads "z3", "z3@4.8.17", "FILE.toml" or "name=program flags"; `example` is one of the latter, for messages. The
/// program may be named as an installed release, too. An Error: nothing stands before or after the `=`, or the release
/// is not installed.
[[nodiscard]] Result<NamedTarget> read_named_target(std::string_view text, std::string_view example);

}  // namespace assay::core
