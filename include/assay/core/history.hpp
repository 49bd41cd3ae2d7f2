#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/case.hpp"

namespace assay::core {

/// What one version of a target does with a finding's case.
struct VersionAnswer {
  enum class What : std::uint8_t {
    Right,      ///< it does not fail
    Wrong,      ///< it fails as the finding does
    CannotSay,  ///< a time-out, an operator that it lacks, another failure, no such version: `note`
  };
  std::string version;  ///< "4.8.17", or a commit
  What what = What::CannotSay;
  std::string note;  ///< for people: "3 of 3 runs", "timeout (3)"
};
[[nodiscard]] std::string_view name(VersionAnswer::What what);

/// What was asked of a finding's case on versions of a target.
struct History {
  std::string target;                  ///< "z3"
  std::vector<VersionAnswer> answers;  ///< the oldest version first
  bool commits = false;                ///< the versions are commits, in the order of the repository
};

/// Where a finding begins and ends, as far as the answers say: positions in History::answers. Versions that cannot say,
/// or were not asked, may lie between a good and a bad one.
struct Since {
  std::optional<std::size_t> last_good;  ///< before the first bad one; none: no earlier version is known to be good
  std::optional<std::size_t> first_bad;  ///< none: no version fails
  std::optional<std::size_t> last_bad;   ///< the newest one that fails
  std::optional<std::size_t> gone_in;    ///< the first good one after it; none: it is still there in all later ones
  bool comes_and_goes = false;           ///< a good version lies between two bad ones
};
[[nodiscard]] Since since(const History& history);
/// The same in words: "z3: wrong from 4.8.5 on (4.8.0 is right), still wrong in 5.4.1, the newest that was asked".
[[nodiscard]] std::string since_text(const History& history);

/// Joins answers: newer ones in place of older ones of the same version. Of commits, the newer history stays alone.
[[nodiscard]] History joined(const History& older, const History& newer);

/// Asks about one of `count` versions, the oldest first.
using AskVersion = std::function<Result<VersionAnswer::What>(std::size_t version)>;
/// Asks as few versions as a binary search needs to tell where the failure begins and ends: the oldest, the newest and
/// `bad` (one that may fail), then halves. Where one cannot say, its neighbours are asked, as git bisect does. Where
/// neither end nor `bad` fails, the versions between are searched for one that does. An Error of `ask` ends it. With a
/// failure that comes and goes more than once, one beginning and one end are found.
[[nodiscard]] Status bisect(std::size_t count, std::optional<std::size_t> bad, const AskVersion& ask);

/// The histories kept in a finding's folder (`versions.json`); those of another case do not count.
[[nodiscard]] std::vector<History> load_histories(const std::string& folder, const Case& subject);
/// Adds one to those that are there, joined with the one of the same target.
void add_history(std::vector<History>& histories, const History& history);
/// Writes them for load_histories.
[[nodiscard]] Status write_histories(const std::string& folder, const Case& subject,
                                     const std::vector<History>& histories);

}  // namespace assay::core
