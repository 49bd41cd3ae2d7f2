#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::core {

/// A target as a user names it on the command line.
struct NamedTarget {
  std::string name;                ///< of a built-in target, or the part before the `=`; empty: `file` is set
  std::string family;              ///< of "name:family=program"; empty: not given
  std::string release;             ///< the target whose installed release the program is; empty: no release
  std::string file;                ///< path of a definition in TOML; empty: `name` is set
  std::vector<std::string> words;  ///< the program and its flags; paths are absolute
};
/// Parses "z3", "z3@4.8.17", "FILE.toml", "name=program flags" or "name:family=program flags". The program may also be
/// the name of an installed release. `example` shows a form with `=` in messages. An Error if the part before or after
/// the `=` is empty, or if the release is not installed.
[[nodiscard]] Result<NamedTarget> read_named_target(std::string_view text, std::string_view example);

/// A built-in definition that can run a program of the user.
struct TargetFamily {
  std::string name;
  std::vector<std::string> version;  ///< the built-in program and the flags that print its version
  std::string recognize;             ///< regular expression on a line of that output; empty: cannot be recognized
};
/// The family of a user's target.
struct ChosenFamily {
  std::optional<std::size_t> index;  ///< position in the families; nullopt: no family fits the program's output
  std::string note;  ///< how the family was found; empty: the user named it, or the program does not exist
};
/// Chooses the family that the user named, or the release's family, or else the first family whose pattern matches the
/// program's version output. The file name of the program does not count. An Error if no family has the given name.
[[nodiscard]] Result<ChosenFamily> choose_family(const NamedTarget& named, const std::vector<TargetFamily>& families);
/// The text by which a user gives this target a family: "mine:z3=build/solver".
[[nodiscard]] std::string with_family(const NamedTarget& named, std::string_view family);

}  // namespace assay::core
