#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/finding.hpp"
#include "assay/core/record.hpp"

namespace assay::core {

class Disk;

/// How far a chunk of cases is done.
struct ChunkState {
  std::uint64_t chunk = 0;
  std::uint32_t done = 0;  ///< cases, from the chunk's start
};

/// A worker's results since its last commit. One transaction commits them, so a case counts once or not at all, even
/// after a kill.
struct Progressed {
  std::vector<ChunkState> chunks;
  std::vector<Tally> tallies;      ///< to be added
  std::vector<LabelTally> labels;  ///< to be added
  struct Repeat {
    std::string target;
    BugKind kind = BugKind::Crash;
    std::string reason;
    std::uint64_t count = 0;
  };
  std::vector<Repeat> repeats;  ///< bugs that were counted, but neither stored nor reduced
};

/// A campaign's folder: `campaign.sqlite`, `findings/<id>/`, `unconfirmed/<id>/` (docs/dev/store.md). All methods may
/// be called from any thread. Errors say what to do; nothing on an error path deletes evidence.
class Store {
 public:
  /// A new campaign; the folder is made when it is not there, and must not hold a campaign yet. A resume finds
  /// `limits` even if the process is killed right after this call.
  [[nodiscard]] static Result<std::unique_ptr<Store>> create(const std::string& directory, CampaignIdentity identity,
                                                             const std::string& limits = {});
  /// An existing campaign.
  [[nodiscard]] static Result<std::unique_ptr<Store>> open(const std::string& directory);
  /// Reads a campaign that no process runs any more: takes no lock and makes no file, so the campaign may be on a
  /// network file system.
  [[nodiscard]] static Result<std::unique_ptr<Store>> open_finished(const std::string& directory);
  /// For tests: the same with another disk.
  [[nodiscard]] static Result<std::unique_ptr<Store>> create(const std::string& directory, CampaignIdentity identity,
                                                             const std::string& limits, Disk& disk);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  [[nodiscard]] const std::string& directory() const;
  [[nodiscard]] const CampaignIdentity& identity() const;
  /// All of it, as values.
  [[nodiscard]] Result<CampaignRecord> record();

  /// The campaign's limits and the like as TOML, kept for a resume; empty where none were kept (a merged campaign).
  [[nodiscard]] Result<std::string> limits();
  [[nodiscard]] Status keep_limits(const std::string& toml);
  /// The same configuration with other paths, after its inputs have moved.
  [[nodiscard]] Status move_inputs(const std::string& configuration);

  // What the campaign loop uses.

  /// Holds the campaign for this process (another one that tries gets an error) until the store is destroyed, and
  /// removes the leftovers of a kill.
  [[nodiscard]] Status begin_session();
  [[nodiscard]] Result<std::vector<ChunkState>> chunks();
  [[nodiscard]] Result<std::vector<Tally>> tallies();
  [[nodiscard]] Result<std::vector<LabelTally>> labels();
  [[nodiscard]] Result<Sample> last_sample();
  [[nodiscard]] Status commit(const Progressed& progressed);
  [[nodiscard]] Status add_sample(const Sample& sample);

  enum class Admission : std::uint8_t {
    New,    ///< stored, unreduced
    Alike,  ///< as New, and another finding has the same target, kind and reason: this one may be its duplicate
    Known,  ///< this very finding is stored already: a killed run had got so far
  };
  /// Stores a confirmed finding, unreduced: first its folder, then its row. Sets `finding.folder`.
  [[nodiscard]] Result<Admission> admit(Finding& finding);
  enum class Plan : std::uint8_t {
    Reduce,  ///< confirm, admit and reduce it
    Known,   ///< this very finding is stored already
    Count,   ///< bugs like it have been reduced often enough: only count it
  };
  /// What to do with a bug. Bugs with the same target, kind and reason are reduced until `limit` reductions in a row
  /// (or ten times as many in all) gave no new signature; from then on only as their number doubles, so that a rare
  /// cause behind a frequent one still has its chance. With a limit of 0, one is reduced and the others are counted.
  struct Planned {
    Plan what = Plan::Reduce;
    BugKind kind = BugKind::Crash;  ///< of Known: as it is stored
  };
  [[nodiscard]] Result<Planned> plan(const std::string& id, const std::string& target, BugKind kind,
                                     const std::string& reason, std::size_t limit);

  struct Resolution {
    std::string id;          ///< the finding that stands for the signature
    bool duplicate = false;  ///< the signature was known
  };
  /// Stores a finding's reduction and signature (its status is Partial, Reduced or Unreduced). When another finding has
  /// the same target and signature, the one whose smallest case is smaller stays and the other becomes its duplicate.
  [[nodiscard]] Result<Resolution> resolve(Finding& finding);
  /// True if resolve() would make the finding a duplicate of a smaller one. The folder of a duplicate is removed, so
  /// its reproduction need not be made. Call it after the finding has its signature.
  [[nodiscard]] bool is_beaten(const Finding& finding);
  /// Findings whose reduction has not ended.
  [[nodiscard]] Result<std::vector<Finding>> unfinished();
  /// Keeps the evidence of a bug that did not come again in a fresh process; at most 20 of them, then it does nothing.
  [[nodiscard]] Status keep_unconfirmed(Finding finding);

  /// What a person says about a finding, committed at once, also while another process runs the campaign. Of a
  /// duplicate it is kept for the finding that stands for it. `now` is UTC, ISO 8601; empty: the clock's time.
  struct Judged {
    std::string id;  ///< of the finding that stands for it
    Triage triage;   ///< all of it, as it is stored now
  };
  [[nodiscard]] Result<Judged> set_triage(const std::string& id, const TriageChange& change,
                                          const std::string& now = {});

  struct FindingCounts {
    std::uint64_t findings = 0;    ///< distinct
    std::uint64_t duplicates = 0;  ///< duplicates of them, and bugs that were not reduced
    std::vector<std::pair<BugKind, std::uint64_t>> by_kind;
    std::vector<std::pair<std::string, std::uint64_t>> by_target;
  };
  [[nodiscard]] Result<FindingCounts> finding_counts();

 private:
  struct Parts;
  explicit Store(std::unique_ptr<Parts> parts);
  [[nodiscard]] static Result<std::unique_ptr<Store>> open_as(const std::string& directory, bool finished);
  friend class StoreMerge;
  friend class StoreCopy;
  std::unique_ptr<Parts> parts_;
};

struct MergeSummary {
  std::size_t campaigns = 0;
  std::uint64_t tests = 0;
  std::uint64_t findings = 0;
  std::uint64_t duplicates = 0;  ///< findings of one shard that another one had, too
};
/// Joins the campaigns of several shards into the new folder `out`: the same module and fingerprint, and no chunk in
/// two of them. The sources stay as they are; `out` appears when all is in it (NewFolder). Memory does not grow with
/// the number of shards.
[[nodiscard]] Result<MergeSummary> merge(const std::string& out, const std::vector<std::string>& directories);

/// A shard, and its outcome, which the merged campaign keeps.
struct MergeSource {
  std::string directory;  ///< of its campaign, which no process runs any more; empty: nothing came of it
  ShardRecord about;
};
enum class OnBadShard : std::uint8_t {
  Fail,
  LeaveOut,  ///< and say so in its record: the others count
};
/// The same, but a campaign that `out` holds is replaced when the new one is complete, and a shard that cannot be read
/// is left out. An Error when there is none that can.
[[nodiscard]] Result<MergeSummary> merge_again(const std::string& out, std::vector<MergeSource> sources);

/// What a copy holds.
struct CopySummary {
  std::uint64_t tests = 0;
  std::uint64_t findings = 0;
};
/// Copies the campaign in `from`, which a process on this machine may be running, into `to`: others may read that at
/// any time, also while it is copied again, and on another machine (Store::open_finished). Unchanged files are not
/// copied again. `disk` writes the copy.
[[nodiscard]] Result<CopySummary> copy_campaign(const std::string& from, const std::string& to, Disk& disk);

}  // namespace assay::core
