#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::core {

/// A target, as a user names it.
struct NamedTarget {
  std::string name;                ///< of a built-in one, or what stands before the `=`; empty: a file
  std::string family;              ///< of "name:family=program"; empty: none was given
  std::string release;             ///< the target that the program is an installed release of; empty: it is none
  std::string file;                ///< a definition in TOML
  std::vector<std::string> words;  ///< the program and its flags, as they hold in any folder
};
/// Parses "z3", "z3@4.8.17", "FILE.toml", "name=program flags" or "name:family=program flags"; `example` is one of the
/// last, for messages. The
/// program may be named as an installed release, too. An Error: nothing stands before or after the `=`, or the release
/// is not installed.
[[nodiscard]] Result<NamedTarget> read_named_target(std::string_view text, std::string_view example);

/// A built-in definition that a program of the user's can be run with.
struct TargetFamily {
  std::string name;
  std::vector<std::string> version;  ///< its program, and the flags that print the version
  std::string recognize;             ///< a regular expression on a line of that output; empty: the user must name it
};
struct ChosenFamily {
  std::optional<std::size_t> index;  ///< of the families; none: the program's output fits none of them
  std::string note;  ///< how the family was found; empty: the user named it, or the program is not there
};
/// The family that the user named or that the release is of, or else the first one whose pattern fits what the program
/// prints about its version. The name of the program's file does not count. An Error: no family has the name that was
/// given.
[[nodiscard]] Result<ChosenFamily> choose_family(const NamedTarget& named, const std::vector<TargetFamily>& families);
/// How the user names a family for this target: "mine:z3=build/solver".
[[nodiscard]] std::string with_family(const NamedTarget& named, std::string_view family);

}  // namespace assay::core
