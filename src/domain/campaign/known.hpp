#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/target/known_bug.hpp"
#include "assay/domain/program.hpp"

namespace assay::domain {

/// Something that a domain got wrong, as rows of known causes see it.
struct Found {
  std::string_view target;
  std::string_view kind;             ///< "unsound", "crash"
  std::string_view oracle;           ///< "law 23", "points"; empty of a crash outside of laws
  std::string_view operation;        ///< "meet"; empty where it is not known
  std::string_view text;             ///< what is said of it: the message of a crash, the elements
  Operations program{};              ///< what the program asks for, in instructions or in laws
  std::vector<std::string> shape{};  ///< shape_of what went wrong
};

/// One known cause. What a row does not say, it takes any of.
struct KnownRow {
  core::KnownBug bug;                   ///< the cause, kinds and versions; the pattern is on the text
  std::vector<std::string> targets;     ///< how the target's name begins
  std::vector<std::string> oracles;     ///< "points", "law 23"
  std::vector<std::string> operations;  ///< "meet"
  std::vector<std::string> with;        ///< the program asks for one of these operations, whichever went wrong
  std::vector<std::string> shapes{};    ///< regular expressions; each matches some line of the shape
};

/// All that a program asks its domain for: in its instructions, and in the laws that it checks.
[[nodiscard]] Operations asked_for(const Program& program);

/// Causes that are known: what they explain is counted, and not reported.
class KnownCauses {
 public:
  KnownCauses() = default;
  explicit KnownCauses(std::vector<KnownRow> rows) : rows_(std::move(rows)) {}

  /// The first row that explains it; null where none does.
  [[nodiscard]] const KnownRow* of(const Found& found) const;
  /// From now on, rows about other versions of this target do not explain what it gets wrong.
  void note_version(const std::string& target, const std::string& version) { versions_[target] = version; }
  [[nodiscard]] const std::vector<KnownRow>& rows() const { return rows_; }

 private:
  std::vector<KnownRow> rows_;
  std::map<std::string, std::string, std::less<>> versions_;
};

/// Reads such rows ([[known]] in TOML). `path` is for messages.
[[nodiscard]] Result<KnownCauses> parse_known(std::string_view text, const std::string& path);
[[nodiscard]] Result<KnownCauses> read_known(const std::string& path);

}  // namespace assay::domain
