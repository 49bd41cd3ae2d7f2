#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/case.hpp"

namespace assay::core {

/// Why a version gives no answer on a finding's case.
enum class Obstacle : std::uint8_t {
  None,           ///< it gives an answer, or an earlier Assay did not store the reason
  NotJudged,      ///< another reason: VersionAnswer::note
  Slow,           ///< a time limit ended it
  Crash,          ///< it crashes, and the finding is no such crash
  NotComparable,  ///< it cannot take the case: a rejected script, an operator that it lacks
  NotAvailable,   ///< it is not installed, or does not start
};

/// The result of one version of a target on a finding's case.
struct VersionAnswer {
  enum class What : std::uint8_t {
    Right,      ///< the version does not fail
    Wrong,      ///< the version fails like the finding
    CannotSay,  ///< a time-out, a missing operator, another failure, or a missing version; see `note`
  };
  std::string version;  ///< "4.8.17", or a commit
  What what = What::CannotSay;
  std::string note;                    ///< for people: "3 of 3 runs", "timeout (3)"
  Obstacle obstacle = Obstacle::None;  ///< of CannotSay
  unsigned runs = 0;                   ///< of the case; 0: not known

  /// "right", "wrong", or the obstacle: "slow", "crash", "not comparable", "not available", "not judged".
  [[nodiscard]] std::string_view state() const;
};
[[nodiscard]] std::string_view name(VersionAnswer::What what);

/// The results of several versions of one target on a finding's case.
struct History {
  std::string target;                  ///< "z3"
  std::vector<VersionAnswer> answers;  ///< the oldest version first
  bool commits = false;                ///< true: the versions are commits, in the repository's order
};

/// The begin and the end of a failure, as positions in History::answers. Versions without an answer, or that were not
/// tried, may lie between a good and a bad version.
struct FailureSpan {
  std::optional<std::size_t> last_good;  ///< the last good version before `first_bad`; nullopt: none known
  std::optional<std::size_t> first_bad;  ///< nullopt: no version fails
  std::optional<std::size_t> last_bad;   ///< the newest version that fails
  std::optional<std::size_t> gone_in;    ///< the first good version after `last_bad`; nullopt: none known
  bool comes_and_goes = false;           ///< a good version lies between two bad versions
};
[[nodiscard]] FailureSpan failure_span(const History& history);
/// The history in words: "z3: wrong since 4.8.5, right in 4.8.0; still wrong in 5.4.1, the newest that was asked".
[[nodiscard]] std::string since_text(const History& history);

/// "4.8.12", or "4.8.5 or earlier" if no earlier version is known to be right; empty: no version is wrong.
[[nodiscard]] std::string wrong_since(const History& history);
/// The first right version after the newest wrong one. "not fixed" if no version after the newest wrong one was tried,
/// "not known" if none of them gives an answer; empty: no version is wrong.
[[nodiscard]] std::string fixed_in(const History& history);

/// Joins the answers of two histories. For a version in both, the newer answer counts. For commits, returns `newer`.
[[nodiscard]] History joined(const History& older, const History& newer);

/// Tests version number `version`; 0 is the oldest.
using AskVersion = std::function<Result<VersionAnswer::What>(std::size_t version)>;
/// Finds the begin and the end of a failure by binary search: tests the oldest version, the newest one and `bad` (a
/// version that may fail), then halves the intervals. Like git bisect, tests neighbours of a version without an answer.
/// If none of the first three fails, searches the other versions for a failing one. An Error of `ask` ends the search.
/// If a failure comes and goes several times, one begin and one end are found.
[[nodiscard]] Status bisect(std::size_t count, std::optional<std::size_t> bad, const AskVersion& ask);

/// The histories stored in a finding's folder (`versions.json`), except histories of another case.
[[nodiscard]] std::vector<History> load_histories(const std::string& folder, const Case& subject);
/// Adds a history, joined with an existing history of the same target.
void add_history(std::vector<History>& histories, const History& history);
/// Writes the histories for load_histories.
[[nodiscard]] Status write_histories(const std::string& folder, const Case& subject,
                                     const std::vector<History>& histories);

}  // namespace assay::core
