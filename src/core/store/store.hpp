#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "core/finding/finding.hpp"
#include "core/store/record.hpp"

namespace assay::core {

class Disk;

/// The progress of a chunk of cases.
struct ChunkState {
  std::uint64_t chunk = 0;
  std::uint32_t done = 0;  ///< number of cases done, from the chunk's start
};

/// A worker's results since its last commit. One transaction commits them, so that each case counts exactly once or not
/// at all, even after a kill.
struct WorkerProgress {
  std::vector<ChunkState> chunks;
  std::vector<Tally> tallies;      ///< added to the stored numbers
  std::vector<LabelTally> labels;  ///< added to the stored numbers
  std::vector<MeasuredRun> measured;
  struct Repeat {
    std::string target;
    BugKind kind = BugKind::Crash;
    std::string reason;
    std::uint64_t count = 0;
  };
  std::vector<Repeat> repeats;  ///< bugs that were counted, but neither stored nor reduced
};

/// A campaign's folder: `campaign.sqlite`, `findings/<id>/`, `unconfirmed/<id>/`, `suspected/<id>/`
/// (docs/dev/store.md). All methods may be called from any thread. Errors contain advice; no error path deletes
/// evidence.
class Store {
 public:
  /// Makes a new campaign. Makes the folder if it does not exist; an existing folder must not hold a campaign. A resume
  /// finds `limits` even if the process is killed right after this call.
  [[nodiscard]] static Result<std::unique_ptr<Store>> create(const std::string& directory, CampaignIdentity identity,
                                                             const std::string& limits = {});
  /// Opens an existing campaign.
  [[nodiscard]] static Result<std::unique_ptr<Store>> open(const std::string& directory);
  /// Opens a campaign that no process runs any more, for reading. Takes no lock and makes no file, so the campaign may
  /// be on a network file system.
  [[nodiscard]] static Result<std::unique_ptr<Store>> open_finished(const std::string& directory);
  /// For tests: makes a new campaign on another disk.
  [[nodiscard]] static Result<std::unique_ptr<Store>> create(const std::string& directory, CampaignIdentity identity,
                                                             const std::string& limits, Disk& disk);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  [[nodiscard]] const std::string& directory() const;
  [[nodiscard]] const CampaignIdentity& identity() const;
  /// The campaign's whole content as values.
  [[nodiscard]] Result<CampaignRecord> record();

  /// The campaign's limits as TOML, kept for a resume; empty if none were kept (a merged campaign).
  [[nodiscard]] Result<std::string> limits();
  [[nodiscard]] Status keep_limits(const std::string& toml);
  /// Replaces the stored configuration after the campaign's inputs have moved: only paths may differ.
  [[nodiscard]] Status move_inputs(const std::string& configuration);

  // For the campaign loop.

  /// Locks the campaign for this process until the store is destroyed, and removes the leftovers of a kill. An Error if
  /// another process holds the lock.
  [[nodiscard]] Status begin_session();
  [[nodiscard]] Result<std::vector<ChunkState>> chunks();
  [[nodiscard]] Result<std::vector<Tally>> tallies();
  [[nodiscard]] Result<std::vector<LabelTally>> labels();
  [[nodiscard]] Result<Sample> last_sample();
  [[nodiscard]] Status commit(const WorkerProgress& progressed);
  [[nodiscard]] Status add_sample(const Sample& sample);

  enum class Admission : std::uint8_t {
    New,    ///< the finding is stored, unreduced
    Alike,  ///< like New, but a finding with the same target, kind and reason exists: this may be its duplicate
    Known,  ///< this finding (by its id) was stored before, by a session that was killed
  };
  /// Stores a confirmed, unreduced finding: first its folder, then its row. Sets `finding.folder`.
  [[nodiscard]] Result<Admission> admit(Finding& finding);
  enum class Plan : std::uint8_t {
    Reduce,  ///< confirm, admit and reduce the bug
    Known,   ///< the finding (by its id) is stored already
    Count,   ///< only count the bug: enough similar bugs have been reduced
  };
  /// The decision about a bug. Bugs with the same target, kind and reason are reduced until `limit` reductions in a row
  /// (or 10 * `limit` in all) gave no new signature. Later only every bug whose number is a power of two is reduced, to
  /// find a rare cause behind a frequent one. With `limit` 0, the first bug is reduced and the others are counted.
  struct BugPlan {
    Plan what = Plan::Reduce;
    BugKind kind = BugKind::Crash;  ///< of Known: the stored kind
  };
  [[nodiscard]] Result<BugPlan> plan(const std::string& id, const std::string& target, BugKind kind,
                                     const std::string& reason, std::size_t limit);

  struct Resolution {
    std::string id;          ///< the finding that represents the signature
    bool duplicate = false;  ///< true: another finding had the signature before
  };
  /// Stores a finding's reduction and signature (its status is Partial, Reduced or Unreduced). If another finding has
  /// the same target and signature, the finding with the smaller case stays, and the other becomes its duplicate.
  [[nodiscard]] Result<Resolution> resolve(Finding& finding);
  /// True if resolve() would make the finding a duplicate of another one. The folder of a duplicate is removed, so its
  /// reproduction need not be made. The finding must have its signature.
  [[nodiscard]] bool is_beaten(const Finding& finding);
  /// Findings whose reduction has not ended.
  [[nodiscard]] Result<std::vector<Finding>> unfinished();
  /// Keeps the evidence of a bug that no fresh process confirmed. Does nothing once 20 of them are kept.
  [[nodiscard]] Status keep_unconfirmed(Finding finding);
  /// Keeps a bug that the campaign confirms later (Suspects), and removes it again.
  [[nodiscard]] Status keep_suspected(Finding finding);
  void drop_suspected(const std::string& id);
  /// The kept bugs, ordered by case and id. What cannot be read is left out.
  [[nodiscard]] std::vector<Finding> suspected();

  /// A person's judgement of a finding, committed at once, also while another process runs the campaign. For a
  /// duplicate, the finding that it duplicates is judged. `now` is UTC, ISO 8601; empty: the clock's time.
  struct JudgedFinding {
    std::string id;  ///< the finding that was judged
    Triage triage;   ///< the stored judgement after the change
  };
  [[nodiscard]] Result<JudgedFinding> set_triage(const std::string& id, const TriageChange& change,
                                                 const std::string& now = {});

  struct FindingCounts {
    std::uint64_t findings = 0;    ///< distinct bugs
    std::uint64_t duplicates = 0;  ///< stored duplicates, and bugs that were only counted
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
  std::uint64_t duplicates = 0;  ///< findings with the signature of another shard's finding
  std::size_t waiting = 0;       ///< bugs that no run confirmed yet (Suspects): a resume of the merged campaign does
};
/// Joins the campaigns of several shards into the new folder `out`. They must have the same module, fingerprint and
/// targets, and no chunk twice. The sources stay unchanged; `out` appears when it is complete (NewFolder). Memory does
/// not grow with the number of shards.
[[nodiscard]] Result<MergeSummary> merge(const std::string& out, const std::vector<std::string>& directories);

/// A shard and its outcome, which the merged campaign stores.
struct MergeSource {
  std::string directory;  ///< of its campaign, which no process runs any more; empty: the shard has no results
  ShardRecord about;
};
/// How a merge treats a shard that cannot be read.
enum class OnBadShard : std::uint8_t {
  Fail,
  LeaveOut,  ///< merges the other shards, and notes the reason in the shard's record
};
/// Merges like merge(), but replaces a campaign in `out` when the new one is complete, and leaves out shards that
/// cannot be read. An Error if no shard can be read.
[[nodiscard]] Result<MergeSummary> merge_again(const std::string& out, std::vector<MergeSource> sources);

/// The content of a copy.
struct CopySummary {
  std::uint64_t tests = 0;
  std::uint64_t findings = 0;
};
/// Copies the campaign in `from`, which a process on this machine may be running, into `to`. Other processes, also on
/// other machines, may read `to` at any time, even during the next copy (Store::open_finished). Unchanged files are not
/// copied again. `disk` writes the copy.
[[nodiscard]] Result<CopySummary> copy_campaign(const std::string& from, const std::string& to, Disk& disk);

}  // namespace assay::core
