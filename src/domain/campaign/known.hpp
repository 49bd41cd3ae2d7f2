#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/domain/program.hpp"
#include "core/target/known_bug.hpp"

namespace assay::domain {

/// A bug as rows of known causes match it.
struct Found {
  std::string_view target;
  std::string_view kind;             ///< "unsound", "crash"
  std::string_view oracle;           ///< "law 23", "points"; empty for a crash outside of laws
  std::string_view operation;        ///< "meet"; empty if unknown
  std::string_view text;             ///< the message of a crash, or reason and detail of a violation
  Operations program{};              ///< operations of the program and its laws
  std::vector<std::string> shape{};  ///< shape_of the failing steps
};

/// One known cause. An empty field of a row matches any value.
struct KnownRow {
  core::KnownBug bug;                   ///< cause, kinds, versions, and the pattern for Found::text
  std::vector<std::string> targets;     ///< prefixes of the target's name
  std::vector<std::string> oracles;     ///< "points", "law 23"
  std::vector<std::string> operations;  ///< "meet"
  std::vector<std::string> with;      ///< the program uses at least one operation of this list, which need not be wrong
  std::vector<std::string> shapes{};  ///< regular expressions; each must match some line of the shape
};

/// The operations of a program's instructions and of the laws that it checks.
[[nodiscard]] Operations asked_for(const Program& program);

/// The table of known causes. Bugs that it explains are counted and not reported.
class KnownCauses {
 public:
  KnownCauses() = default;
  explicit KnownCauses(std::vector<KnownRow> rows) : rows_(std::move(rows)) {}

  /// The first row that explains the bug; null if there is none.
  [[nodiscard]] const KnownRow* of(const Found& found) const;
  /// Sets the version of a target. Rows for other versions then no longer explain its bugs.
  void note_version(const std::string& target, const std::string& version) { versions_[target] = version; }
  [[nodiscard]] const std::vector<KnownRow>& rows() const { return rows_; }

 private:
  std::vector<KnownRow> rows_;
  std::map<std::string, std::string, std::less<>> versions_;
};

/// Reads rows ([[known]] in TOML). `path` is for messages.
[[nodiscard]] Result<KnownCauses> parse_known(std::string_view text, const std::string& path);
[[nodiscard]] Result<KnownCauses> read_known(const std::string& path);

}  // namespace assay::domain
