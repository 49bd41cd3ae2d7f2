#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/store/joined_curve.hpp"
#include "core/store/parts.hpp"
#include "core/store/rivals.hpp"
#include "core/store/schema.hpp"
#include "core/store/triage.hpp"

namespace assay::core {
namespace {

std::string shard_text(const Shard& shard) { return std::to_string(shard.index) + "/" + std::to_string(shard.count); }

/// An Error unless `other` can be merged with the campaign `first` in `directory`.
Status same_campaign(const CampaignIdentity& first, const std::string& directory, const Store& other) {
  const CampaignIdentity& a = first;
  const CampaignIdentity& b = other.identity();
  const std::string both = directory + " and " + other.directory();
  if (a.module != b.module) {
    return Error{both + " are of different kinds: " + a.module + " and " + b.module, "merge shards of one campaign"};
  }
  if (a.fingerprint != b.fingerprint) {
    return Error{both + " differ in seed, configuration or seed inputs",
                 "merge shards that were started with the same ones"};
  }
  if (a.targets.size() != b.targets.size()) {
    return Error{both + " have different targets", "merge shards that ran the same targets"};
  }
  for (std::size_t i = 0; i < a.targets.size(); ++i) {
    if (a.targets[i].name == b.targets[i].name) continue;
    return Error{both + " have different targets: " + a.targets[i].name + " and " + b.targets[i].name,
                 "merge shards that ran the same targets"};
  }
  return {};
}

/// True if committed data is not in the database's own file yet, but in the write-ahead log beside it.
bool has_log(const std::string& directory) {
  struct stat log {};
  return ::stat((directory + kDatabaseFile + "-wal").c_str(), &log) == 0 && log.st_size > 0;
}

std::uint64_t count_of(Database& database, const char* sql) {
  Query query(database, sql);
  return query.next() ? query.number(0) : 0;
}

}  // namespace

/// Copies the campaigns of shards, one after the other, into a new one. Memory does not grow with the number of shards.
class StoreMerge {
 public:
  /// `replaces`: the merged campaign whose place the new one takes; empty: none.
  StoreMerge(std::vector<MergeSource> sources, OnBadShard on_bad, std::string replaces = {})
      : sources_(std::move(sources)), on_bad_(on_bad), replaces_(std::move(replaces)) {}

  [[nodiscard]] Result<MergeSummary> into_new(const std::string& out) {
    if (Status is_new = Store::Parts::check_new(out); !is_new) return is_new.error();
    return into(NewFolder::begin(out));
  }

  [[nodiscard]] Result<MergeSummary> into(Result<NewFolder> folder) {
    if (!folder) return folder.error();
    if (Status first = find_first(); !first) return first.error();
    Result<MergeSummary> summary = fill(folder->path());
    if (!summary) return summary;
    if (Status kept = sync_file_system(folder->path()); !kept) return kept.error();
    if (Status finished = folder->finish(); !finished) return finished.error();
    return summary;
  }

 private:
  [[nodiscard]] static Result<std::unique_ptr<Store>> open(const std::string& directory) {
    return has_log(directory) ? Store::open(directory) : Store::open_finished(directory);
  }

  /// Finds the first readable source; the others must be of the same campaign.
  [[nodiscard]] Status find_first() {
    std::optional<Error> problem;
    for (MergeSource& source : sources_) {
      if (source.directory.empty()) continue;
      Result<std::unique_ptr<Store>> store = open(source.directory);
      if (store) {
        first_ = (*store)->identity();
        first_directory_ = source.directory;
        return {};
      }
      problem = store.error();
      if (on_bad_ == OnBadShard::Fail) return *problem;
    }
    if (problem) return *problem;
    return Error{"there is nothing to merge", "name the folders of the shards' campaigns"};
  }

  [[nodiscard]] Result<MergeSummary> fill(const std::string& out) {
    CampaignIdentity identity = *first_;
    identity.shard = {0, 1};
    Result<std::unique_ptr<Store>> target = Store::create(out, std::move(identity));
    if (!target) return target.error();
    if (Status held = (*target)->begin_session(); !held) return held.error();
    to_ = (*target)->parts_.get();
    // Sync once at the end: if the machine stops before, no folder of this name exists.
    if (Status fast = to_->database->execute("PRAGMA synchronous=OFF"); !fast) return fast.error();
    for (MergeSource& source : sources_) {
      Status added = add(source);
      if (!added && (on_bad_ == OnBadShard::Fail || cannot_write_)) return added.error();
      if (!added) source.about.note = "left out: " + added.error().message;
      if (!added) source.about.state = "damaged";
    }
    if (Status kept = store_curve_and_shards(); !kept) return kept.error();
    if (Status kept = carry_over_triage(); !kept) return kept.error();
    Result<Store::FindingCounts> counts = (*target)->finding_counts();
    if (!counts) return counts.error();
    summary_.findings = counts->findings;
    summary_.waiting = list_directory(to_->suspected_folder()).size();
    return summary_;
  }

  /// Adds a shard completely, or nothing of it.
  [[nodiscard]] Status add(MergeSource& source) {
    if (source.directory.empty()) return {};
    Result<std::unique_ptr<Store>> store = open(source.directory);
    if (!store) return store.error();
    if (Status same = same_campaign(*first_, first_directory_, **store); !same) return same;
    Transaction transaction(*to_->database);
    if (Status begun = written(transaction.begun()); !begun) return begun;
    const MergeSummary before = summary_;
    std::vector<std::string> losers;
    Status copied = copy_counts(**store);
    // Triage first, because a finding that becomes a duplicate hands its triage over.
    if (copied) copied = copy_triage(*(*store)->parts_->database);
    if (copied) copied = copy_findings(**store, losers);
    if (copied) copied = describe(source, **store);
    if (copied) copied = written(transaction.commit());
    if (!copied) {
      summary_ = before;
      return copied;
    }
    source.about.tests = summary_.tests - before.tests;
    for (const char* evidence : kEvidenceFolders) {
      if (!exists(source.directory + evidence)) continue;
      if (Status kept = written(copy_folder(source.directory + evidence, to_->directory + evidence)); !kept)
        return kept;
    }
    for (const std::string& loser : losers) {
      if (Status removed = to_->disk->remove(to_->findings_folder() + "/" + loser); !removed) return removed;
    }
    ++summary_.campaigns;
    return {};
  }

  /// Notes write errors, for which the shard is not to blame.
  [[nodiscard]] Status written(Status status) {
    cannot_write_ = cannot_write_ || !status;
    return status;
  }

  [[nodiscard]] Status describe(MergeSource& source, Store& store) {
    Result<std::vector<Sample>> curve = read_samples(*store.parts_->database, false);
    if (!curve) return curve.error();
    curve_.add(*curve);
    ShardRecord& about = source.about;
    about.shard = store.identity().shard;
    about.findings = count_of(*store.parts_->database, "SELECT count(*) FROM findings WHERE status <> 'duplicate'");
    about.seconds = curve->empty() ? 0 : curve->back().seconds;
    return {};
  }

  [[nodiscard]] Status copy_counts(Store& store) {
    Database& database = *to_->database;
    if (Status copied = copy_chunks(store); !copied) return copied;
    Result<std::vector<Tally>> tallies = store.tallies();
    if (!tallies) return tallies.error();
    summary_.tests -= std::min(summary_.tests, void_cases(*tallies));
    for (const Tally& tally : *tallies) {
      if (Status done = written(add_tally(database, tally)); !done) return done;
    }
    Result<std::vector<LabelTally>> labels = store.labels();
    if (!labels) return labels.error();
    for (const LabelTally& tally : *labels) {
      if (Status done = written(add_label(database, tally)); !done) return done;
    }
    Result<std::vector<MeasuredRun>> measured = read_measured(*store.parts_->database);
    if (!measured) return measured.error();
    if (Status done = written(insert_measured(database, *measured)); !done) return done;
    return copy_repeats(*store.parts_->database);
  }

  [[nodiscard]] Status copy_chunks(Store& store) {
    Query rows(*store.parts_->database, "SELECT chunk, done FROM chunks ORDER BY chunk");
    while (rows.next()) {
      const ChunkState chunk = {rows.number(0), static_cast<std::uint32_t>(rows.number(1))};
      Query known(*to_->database, "SELECT 1 FROM chunks WHERE chunk = ?");
      if (known.bind(chunk.chunk).next()) return duplicate_chunk_error(store, chunk.chunk);
      if (Status done = written(set_chunk(*to_->database, chunk)); !done) return done;
      summary_.tests += chunk.done;
    }
    return rows.status();
  }

  /// The error that names the other shard that has run the chunk.
  [[nodiscard]] Error duplicate_chunk_error(const Store& store, std::uint64_t chunk) {
    std::string owner = "another shard";
    for (const MergeSource& source : sources_) {
      if (source.directory.empty()) continue;
      const Result<std::unique_ptr<Store>> other = open(source.directory);
      if (!other) continue;
      Query has(*(*other)->parts_->database, "SELECT 1 FROM chunks WHERE chunk = ?");
      if (!has.bind(chunk).next()) continue;
      owner = source.directory + " (shard " + shard_text((*other)->identity().shard) + ")";
      break;
    }
    return Error{owner + " and " + store.directory() + " (shard " + shard_text(store.identity().shard) +
                     ") have run the same cases",
                 "merge different shards, each once"};
  }

  [[nodiscard]] Status copy_repeats(Database& source) {
    Query rows(source, "SELECT target, kind, reason, count FROM repeats");
    while (rows.next()) {
      const BugKind kind = bug_kind(rows.text(1)).value_or(BugKind::Crash);
      const WorkerProgress::Repeat repeat = {rows.text(0), kind, rows.text(2), rows.number(3)};
      if (Status done = written(add_repeats(*to_->database, repeat)); !done) return done;
    }
    return rows.status();
  }

  [[nodiscard]] Status copy_findings(Store& source, std::vector<std::string>& losers) {
    Query rows(*source.parts_->database,
               std::string(kFindingRows) + "WHERE status <> 'duplicate' " + "ORDER BY first_seen, case_index, id");
    while (rows.next()) {
      if (Status copied = copy_finding(source, rows, losers); !copied) return copied;
    }
    if (Status read = rows.status(); !read) return read;
    return copy_duplicates(*source.parts_->database);
  }

  /// Copies the folder only if the finding represents its signature.
  [[nodiscard]] Status copy_finding(Store& source, const Query& row, std::vector<std::string>& losers) {
    const FindingStatus status = finding_status(row.text(1)).value_or(FindingStatus::Confirmed);
    const Rival self = {row.text(0), status, row.number(10), row.number(15), row.real(11)};
    std::optional<Rival> other;
    if (status != FindingStatus::Confirmed) {
      Result<std::optional<Rival>> found = find_rival(*to_->database, row.text(6), row.text(3), self.id);
      if (!found) return found.error();
      other = std::move(*found);
    }
    const bool loses = other && other->rank() < self.rank();
    if (!loses) {
      if (Status copied = copy_folder_of(source, self.id); !copied) return copied;
    }
    if (Status inserted = insert_row(row, ""); !inserted) return inserted;
    if (!other) return {};
    ++summary_.duplicates;
    const Rival& winner = loses ? *other : self;
    const Rival& loser = loses ? self : *other;
    if (!loses) losers.push_back(loser.id);
    return written(make_duplicate(*to_->database, loser.id, winner.id, loser.first_seen));
  }

  [[nodiscard]] Status copy_folder_of(Store& source, const std::string& id) {
    std::string from = source.parts_->findings_folder() + "/" + id;
    // copy_campaign may have stopped after it removed the old folder and before it renamed the new one.
    const std::string fresh = source.parts_->findings_folder() + "/" + std::string(NewFolder::kPrefix) + id;
    if (!exists(from) && exists(fresh + kEditionFile)) from = fresh;
    if (!exists(from + "/finding.json")) {
      return Error{id + " of " + source.directory() + ": Its folder cannot be read: " + from + " is not there", ""};
    }
    return written(copy_folder(from, to_->findings_folder() + "/" + id));
  }

  [[nodiscard]] Status insert_row(const Query& row, const std::string& duplicate_of) {
    Query insert(*to_->database, kFindingInsert);
    insert.bind(row.text(0)).bind(row.text(1)).bind(duplicate_of);
    for (const int text : {3, 4, 5, 6, 7, 8, 9}) insert.bind(row.text(text));
    insert.bind(row.number(10)).bind(row.real(11));
    for (const int number : {12, 13, 14, 15}) insert.bind(row.number(number));
    return written(insert.bind(row.number(16) == 0 ? std::uint64_t{0} : ++to_->resolutions).run());
  }

  /// Copies the rows of the source's duplicates; each refers to the finding that now represents its signature.
  [[nodiscard]] Status copy_duplicates(Database& source) {
    Query rows(source, std::string(kFindingRows) + "WHERE status = 'duplicate' ORDER BY id");
    while (rows.next()) {
      std::string winner = rows.text(2);
      Query moved(*to_->database, "SELECT duplicate_of FROM findings WHERE id = ? AND status = 'duplicate'");
      if (moved.bind(winner).next()) winner = moved.text(0);
      if (Status inserted = insert_row(rows, winner); !inserted) return inserted;
    }
    return rows.status();
  }

  [[nodiscard]] Status copy_triage(Database& source) {
    Result<std::map<std::string, Triage>> all = read_triage(source);
    if (!all) return all.error();
    for (const auto& [id, triage] : *all) {
      if (Status kept = written(keep_newer_triage(*to_->database, id, triage)); !kept) return kept;
    }
    return {};
  }

  /// Keeps the triage of the merged campaign that is replaced. Nothing is kept if that campaign cannot be read.
  [[nodiscard]] Status carry_over_triage() {
    if (replaces_.empty() || !exists(Store::Parts::database_path(replaces_))) return {};
    const Result<std::unique_ptr<Store>> old = open(replaces_);
    if (!old) return {};
    Result<std::map<std::string, Triage>> all = read_triage(*(*old)->parts_->database);
    if (!all) return {};
    for (const auto& [id, triage] : *all) {
      const Result<std::string> stands = standing_finding(*to_->database, id);
      if (Status kept = keep_newer_triage(*to_->database, stands ? *stands : id, triage); !kept) return kept;
    }
    return {};
  }

  [[nodiscard]] Status store_curve_and_shards() {
    Database& database = *to_->database;
    Transaction transaction(database);
    if (Status begun = transaction.begun(); !begun) return begun;
    for (const Sample& sample : curve_.samples()) {
      if (Status done = insert_sample(database, sample); !done) return done;
    }
    for (const MergeSource& source : sources_) {
      if (Status done = insert_shard(database, source.about); !done) return done;
    }
    return transaction.commit();
  }

  std::vector<MergeSource> sources_;
  OnBadShard on_bad_;
  std::string replaces_;
  std::optional<CampaignIdentity> first_;  ///< the others must match it
  std::string first_directory_;
  Store::Parts* to_ = nullptr;
  bool cannot_write_ = false;
  MergeSummary summary_;
  JoinedCurve curve_;
};

Result<MergeSummary> merge(const std::string& out, const std::vector<std::string>& directories) {
  std::vector<MergeSource> sources;
  for (const std::string& directory : directories) {
    sources.push_back({directory, {}});
    sources.back().about.state = "done";
  }
  return StoreMerge(std::move(sources), OnBadShard::Fail).into_new(out);
}

Result<MergeSummary> merge_again(const std::string& out, std::vector<MergeSource> sources) {
  return StoreMerge(std::move(sources), OnBadShard::LeaveOut, out).into(NewFolder::begin_replacing(out));
}

}  // namespace assay::core
