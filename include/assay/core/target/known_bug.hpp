#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/target/toml_rows.hpp"

namespace assay::core {

/// A known bug of a target: findings that match are counted under its cause, and not reported. A row in a file, to be
/// deleted when the bug is. What a row does not say, it takes any of.
struct KnownBug {
  std::string cause;               ///< a link to the issue, or words: what findings are counted as
  std::vector<std::string> kinds;  ///< of core::BugKind
  std::string pattern{};           ///< on a line of what was asked or answered
  std::string since{};             ///< the first version of the target that has it
  std::string fixed{};             ///< the first one that has it no more

  /// Whether this version of the target may have it. A version without a number may.
  [[nodiscard]] bool may_be_in(std::string_view version) const;
  /// Whether it explains a finding of this kind, about these texts.
  [[nodiscard]] bool explains(std::string_view kind, std::initializer_list<std::string_view> texts) const;
};

/// Reads `since` and `fixed` of any row that holds for some versions of a target.
void read_versions(TomlRow& row, std::string& since, std::string& fixed);
/// Whether this version may lie between the two; empty ones bound nothing, and a version without a number may.
[[nodiscard]] bool version_is_between(std::string_view version, std::string_view since, std::string_view fixed);
/// Reads the keys that all such rows have: the cause, `kind`, `pattern`, `since`, `fixed`.
void read_known_bug(TomlRow& row, std::string_view cause_key, KnownBug& bug);
/// [[known_bug]] rows, with a `link` and a `pattern` each, before those that are there.
void read_known_bugs(TomlRow& row, std::vector<KnownBug>& out);
/// Takes out the rows of bugs that this version of the target has not.
void keep_those_in(std::vector<KnownBug>& bugs, std::string_view version);

/// Orders versions by their numbers: below, equal to or above zero. "4.8" is before "4.8.12", which is before "4.13".
[[nodiscard]] int compare_versions(std::string_view left, std::string_view right);
/// The first dotted number in a version as a target says it ("4.8.12" of "Z3 version 4.8.12 - 64 bit"); or empty.
[[nodiscard]] std::string_view version_number(std::string_view said);

}  // namespace assay::core
