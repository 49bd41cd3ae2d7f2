#include <map>
#include <set>

#include "assay/base/hash.hpp"
#include "core/finding/folder.hpp"
#include "core/store/parts.hpp"
#include "core/store/schema.hpp"

namespace assay::core {
namespace {

std::string shard_text(const Shard& shard) { return std::to_string(shard.index) + "/" + std::to_string(shard.count); }

Status same_campaign(const Store& first, const Store& other) {
  const CampaignIdentity& a = first.identity();
  const CampaignIdentity& b = other.identity();
  const std::string both = first.directory() + " and " + other.directory();
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

/// The curves of all shards in one: at each moment, the sum of what each had reached. Shards run side by side.
std::vector<Sample> joined(const std::vector<std::vector<Sample>>& curves) {
  std::set<double> moments;
  for (const auto& curve : curves) {
    for (const Sample& sample : curve) moments.insert(sample.seconds);
  }
  std::vector<std::size_t> next(curves.size(), 0);
  std::vector<Sample> out;
  for (const double moment : moments) {
    Sample sum;
    sum.seconds = moment;
    for (std::size_t i = 0; i < curves.size(); ++i) {
      while (next[i] < curves[i].size() && curves[i][next[i]].seconds <= moment) ++next[i];
      if (next[i] == 0) continue;
      const Sample& reached = curves[i][next[i] - 1];
      sum.tests += reached.tests;
      sum.findings += reached.findings;
      sum.cpu.own += reached.cpu.own;
      sum.cpu.generate += reached.cpu.generate;
      sum.cpu.target += reached.cpu.target;
    }
    out.push_back(sum);
  }
  return out;
}

}  // namespace

/// Sees the insides of several stores.
class StoreMerge {
 public:
  explicit StoreMerge(std::vector<std::unique_ptr<Store>> sources) : sources_(std::move(sources)) {}

  [[nodiscard]] Status check() {
    std::map<std::uint64_t, const Store*> owners;
    for (const auto& source : sources_) {
      if (Status same = same_campaign(*sources_.front(), *source); !same) return same;
      Result<std::vector<ChunkState>> chunks = source->chunks();
      if (!chunks) return chunks.error();
      for (const ChunkState& chunk : *chunks) {
        const auto [owner, is_new] = owners.emplace(chunk.chunk, source.get());
        if (is_new) continue;
        return Error{owner->second->directory() + " (shard " + shard_text(owner->second->identity().shard) + ") and " +
                         source->directory() + " (shard " + shard_text(source->identity().shard) +
                         ") have run the same cases",
                     "merge different shards, each once"};
      }
    }
    return {};
  }

  [[nodiscard]] Result<MergeSummary> into(const std::string& out) {
    if (Status is_new = Store::Parts::check_new(out); !is_new) return is_new.error();
    Result<NewFolder> folder = NewFolder::begin(out);
    if (!folder) return folder.error();
    Result<MergeSummary> summary = fill(folder->path());
    if (!summary) return summary;
    if (Status finished = folder->finish(); !finished) return finished.error();
    return summary;
  }

 private:
  [[nodiscard]] Result<MergeSummary> fill(const std::string& out) {
    CampaignIdentity identity = sources_.front()->identity();
    identity.shard = {0, 1};
    Result<std::unique_ptr<Store>> target = Store::create(out, std::move(identity));
    if (!target) return target.error();
    if (Status held = (*target)->begin_session(); !held) return held.error();
    MergeSummary summary;
    summary.campaigns = sources_.size();
    if (Status counts = copy_counts(**target, summary); !counts) return counts.error();
    for (const auto& source : sources_) {
      if (Status copied = copy_findings(**target, *source, summary); !copied) return copied.error();
    }
    if (Status curves = copy_samples(**target); !curves) return curves.error();
    Result<Store::FindingCounts> counts = (*target)->finding_counts();
    if (!counts) return counts.error();
    summary.findings = counts->findings;
    return summary;
  }

  [[nodiscard]] Status copy_counts(Store& target, MergeSummary& summary) {
    Database& database = *target.parts_->database;
    Transaction transaction(database);
    if (Status begun = transaction.begun(); !begun) return begun;
    for (const auto& source : sources_) {
      Result<std::vector<ChunkState>> chunks = source->chunks();
      if (!chunks) return chunks.error();
      for (const ChunkState& chunk : *chunks) {
        summary.tests += chunk.done;
        if (Status done = set_chunk(database, chunk); !done) return done;
      }
      Result<std::vector<Tally>> tallies = source->tallies();
      if (!tallies) return tallies.error();
      for (const Tally& tally : *tallies) {
        if (Status done = add_tally(database, tally); !done) return done;
      }
      Result<std::vector<LabelTally>> labels = source->labels();
      if (!labels) return labels.error();
      for (const LabelTally& tally : *labels) {
        if (Status done = add_label(database, tally); !done) return done;
      }
      if (Status done = copy_repeats(database, *source->parts_->database); !done) return done;
    }
    return transaction.commit();
  }

  [[nodiscard]] static Status copy_repeats(Database& target, Database& source) {
    Query rows(source, "SELECT target, kind, reason, count FROM repeats");
    while (rows.next()) {
      const BugKind kind = bug_kind(rows.text(1)).value_or(BugKind::Crash);
      if (Status done = add_repeats(target, {rows.text(0), kind, rows.text(2), rows.number(3)}); !done) return done;
    }
    return rows.status();
  }

  [[nodiscard]] static Status copy_findings(Store& target, Store& source, MergeSummary& summary) {
    Store::Parts& to = *target.parts_;
    Result<std::vector<Finding>> findings =
        source.parts_->read_findings("'confirmed', 'partial', 'reduced', 'unreduced'");
    if (!findings) return findings.error();
    for (Finding& finding : *findings) {
      if (finding.folder.empty()) return Error{finding.id + " of " + source.directory() + ": " + finding.detail, ""};
      if (Status written = write_finding_folder(*to.disk, to.findings_folder(), finding); !written) return written;
      if (Status inserted = to.insert_finding(finding, ""); !inserted) return inserted;
      if (finding.status == FindingStatus::Confirmed) continue;
      Result<Store::Resolution> resolution = to.resolve(finding);
      if (!resolution) return resolution.error();
      if (resolution->duplicate) ++summary.duplicates;
    }
    return copy_duplicates(to, *source.parts_->database);
  }

  /// The rows of the source's duplicates, each of whatever stands for its signature now.
  [[nodiscard]] static Status copy_duplicates(Store::Parts& to, Database& source) {
    Query rows(source,
               "SELECT id, duplicate_of, signature, kind, reason, target, target_version, strategy, grp, case_index, "
               "first_seen, confirmed, confirmations FROM findings WHERE status = 'duplicate' ORDER BY id");
    while (rows.next()) {
      Finding finding;
      finding.id = rows.text(0);
      finding.status = FindingStatus::Duplicate;
      finding.signature = rows.text(2);
      finding.kind = bug_kind(rows.text(3)).value_or(BugKind::Crash);
      finding.reason = rows.text(4);
      finding.target = rows.text(5);
      finding.target_version = rows.text(6);
      finding.original.strategy = rows.text(7);
      finding.original.group = rows.text(8);
      finding.original.index = rows.number(9);
      finding.first_seen_seconds = rows.real(10);
      finding.confirmed = static_cast<unsigned>(rows.number(11));
      finding.confirmations = static_cast<unsigned>(rows.number(12));
      std::string winner = rows.text(1);
      Query moved(*to.database, "SELECT duplicate_of FROM findings WHERE id = ? AND status = 'duplicate'");
      if (moved.bind(winner).next()) winner = moved.text(0);
      if (Status inserted = to.insert_finding(finding, winner); !inserted) return inserted;
    }
    return rows.status();
  }

  [[nodiscard]] Status copy_samples(Store& target) {
    std::vector<std::vector<Sample>> curves;
    for (const auto& source : sources_) {
      Result<std::vector<Sample>> samples = read_samples(*source->parts_->database, false);
      if (!samples) return samples.error();
      curves.push_back(std::move(*samples));
    }
    Database& database = *target.parts_->database;
    Transaction transaction(database);
    if (Status begun = transaction.begun(); !begun) return begun;
    for (const Sample& sample : joined(curves)) {
      if (Status done = insert_sample(database, sample); !done) return done;
    }
    return transaction.commit();
  }

  std::vector<std::unique_ptr<Store>> sources_;
};

Result<MergeSummary> merge(const std::string& out, const std::vector<std::string>& directories) {
  if (directories.empty()) return Error{"there is nothing to merge", "name the folders of the shards' campaigns"};
  std::vector<std::unique_ptr<Store>> sources;
  for (const std::string& directory : directories) {
    Result<std::unique_ptr<Store>> source = Store::open(directory);
    if (!source) return source.error();
    sources.push_back(std::move(*source));
  }
  StoreMerge merging(std::move(sources));
  if (Status fine = merging.check(); !fine) return fine.error();
  return merging.into(out);
}

}  // namespace assay::core
