#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/target/toml_rows.hpp"

namespace assay::core {

/// A row that describes a known bug of a target. Matching findings are counted under its cause and not reported. Delete
/// the row when the bug is fixed. An empty field matches any value.
struct KnownBug {
  std::string cause;               ///< the name under which findings are counted: a link to the issue, or words
  std::vector<std::string> kinds;  ///< names of core::BugKind
  std::string pattern{};           ///< a regular expression on a line of the input or the output
  std::string since{};             ///< the first version with the bug
  std::string fixed{};             ///< the first version without the bug

  /// True if this version of the target may have the bug, which holds for a version without a number.
  [[nodiscard]] bool may_be_in(std::string_view version) const;
  /// True if the bug explains a finding of this kind: `pattern` matches a line in any of the texts.
  [[nodiscard]] bool explains(std::string_view kind, std::initializer_list<std::string_view> texts) const;
};

/// Reads the keys `since` and `fixed` of a row that applies to some versions of a target.
void read_versions(TomlRow& row, std::string& since, std::string& fixed);
/// True if `since` <= `version` < `fixed`, or if `version` has no number. An empty bound is no bound.
[[nodiscard]] bool version_is_between(std::string_view version, std::string_view since, std::string_view fixed);
/// Reads the keys that all rows of known bugs have: the cause, `kind`, `pattern`, `since`, `fixed`.
void read_known_bug(TomlRow& row, std::string_view cause_key, KnownBug& bug);
/// Reads [[known_bug]] rows, which must have a `link` and a `pattern`, and inserts them before the content of `out`.
void read_known_bugs(TomlRow& row, std::vector<KnownBug>& out);
/// Removes bugs that this version of the target does not have.
void keep_bugs_of_version(std::vector<KnownBug>& bugs, std::string_view version);

/// Compares versions by their numbers: negative, zero or positive. "4.8" is before "4.8.12", which is before "4.13".
[[nodiscard]] int compare_versions(std::string_view left, std::string_view right);
/// The first dotted number in a target's version text ("4.8.12" of "Z3 version 4.8.12 - 64 bit"), or else the first
/// number; empty: no number.
[[nodiscard]] std::string_view version_number(std::string_view text);

}  // namespace assay::core
