#include "core/store/store.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "assay/base/hash.hpp"
#include "core/finding/folder.hpp"
#include "core/store/parts.hpp"
#include "core/store/schema.hpp"
#include "core/store/triage.hpp"

namespace assay::core {
namespace {

constexpr std::size_t kMaxUnconfirmed = 20;

/// Makes the database under another name and renames it, so that the folder never holds a part of a campaign.
Status make_database(Disk& disk, const std::string& path, const CampaignIdentity& identity, const std::string& limits) {
  const std::string fresh = path + ".new";
  for (const char* suffix : {"", "-wal", "-shm"}) {
    if (Status removed = disk.remove(fresh + suffix); !removed) return removed;
  }
  {
    Result<std::unique_ptr<Database>> database = Database::open(fresh, Database::Open::Create);
    if (!database) return database.error();
    if (Status made = create_schema(**database, identity); !made) return made.error();
    if (Status kept = set_meta(**database, "limits", limits); !kept) return kept.error();
  }
  return disk.rename(fresh, path);
}

/// Makes the content of a new campaign's folder.
Status fill_campaign(Disk& disk, const std::string& directory, const CampaignIdentity& identity,
                     const std::string& limits) {
  if (Status made = disk.make_directory(directory + "/findings"); !made) return made;
  return make_database(disk, directory + kDatabaseFile, identity, limits);
}

Status make_campaign(Disk& disk, const std::string& directory, const CampaignIdentity& identity,
                     const std::string& limits) {
  // In an existing folder, the database is written last: with it, the folder is a campaign.
  if (exists(directory)) return fill_campaign(disk, directory, identity, limits);
  Result<NewFolder> folder = NewFolder::begin(directory, disk);
  if (!folder) return folder.error();
  if (Status filled = fill_campaign(disk, folder->path(), identity, limits); !filled) return filled;
  return folder->finish();
}

}  // namespace

Store::Store(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Store::~Store() = default;

const std::string& Store::directory() const { return parts_->directory; }
const CampaignIdentity& Store::identity() const { return parts_->identity; }

Result<std::unique_ptr<Store>> Store::create(const std::string& directory, CampaignIdentity identity,
                                             const std::string& limits) {
  return create(directory, std::move(identity), limits, Disk::real());
}

Result<std::unique_ptr<Store>> Store::create(const std::string& directory, CampaignIdentity identity,
                                             const std::string& limits, Disk& disk) {
  if (identity.shard.count == 0 || identity.shard.index >= identity.shard.count) {
    return Error{
        "there is no shard " + std::to_string(identity.shard.index) + " of " + std::to_string(identity.shard.count),
        "shards count from 0 and are fewer than their number"};
  }
  if (Status is_new = Parts::check_new(directory); !is_new) return is_new.error();
  identity.created = utc_now();
  if (Status made = make_campaign(disk, directory, identity, limits); !made) return made.error();
  Result<std::unique_ptr<Database>> database =
      Database::open(Parts::database_path(directory), Database::Open::Existing);
  if (!database) return database.error();
  auto parts = std::make_unique<Parts>();
  parts->directory = directory;
  parts->disk = &disk;
  parts->database = std::move(*database);
  parts->identity = std::move(identity);
  return std::unique_ptr<Store>(new Store(std::move(parts)));
}

Status Store::Parts::check_new(const std::string& directory) {
  if (!exists(database_path(directory))) return {};
  return Error{directory + " holds a campaign already", "resume it with 'assay campaign resume', or name a new folder"};
}

Result<std::unique_ptr<Store>> Store::open(const std::string& directory) { return open_as(directory, false); }

Result<std::unique_ptr<Store>> Store::open_finished(const std::string& directory) { return open_as(directory, true); }

Result<std::unique_ptr<Store>> Store::open_as(const std::string& directory, bool finished) {
  const std::string path = Parts::database_path(directory);
  if (!exists(path))
    return Error{directory + " holds no campaign", "name a campaign's folder, with its campaign.sqlite"};
  Result<std::unique_ptr<Database>> database =
      Database::open(path, finished ? Database::Open::Finished : Database::Open::Existing);
  if (!database) return database.error();
  Result<CampaignIdentity> identity = read_identity(**database, path);
  if (!identity) return identity.error();
  auto parts = std::make_unique<Parts>();
  parts->directory = directory;
  parts->disk = &Disk::real();
  parts->database = std::move(*database);
  parts->identity = std::move(*identity);
  return std::unique_ptr<Store>(new Store(std::move(parts)));
}

Status Store::begin_session() {
  const std::lock_guard guard(parts_->mutex);
  if (parts_->lock) return {};
  Result<FolderLock> lock = FolderLock::take(parts_->directory, "runs the campaign in");
  if (!lock) return lock.error();
  parts_->lock.emplace(std::move(*lock));
  if (Status upgraded = upgrade_schema(*parts_->database); !upgraded) return upgraded;
  if (Status removed = parts_->remove_leftovers(); !removed) return removed;
  return parts_->load_histories();
}

Result<std::string> Store::limits() {
  const std::lock_guard guard(parts_->mutex);
  Query row(*parts_->database, "SELECT value FROM meta WHERE key = 'limits'");
  std::string toml = row.next() ? row.text(0) : std::string();
  if (Status read = row.status(); !read) return read.error();
  return toml;
}

Status Store::keep_limits(const std::string& toml) {
  const std::lock_guard guard(parts_->mutex);
  return set_meta(*parts_->database, "limits", toml);
}

Status Store::move_inputs(const std::string& configuration) {
  const std::lock_guard guard(parts_->mutex);
  if (Status done = set_meta(*parts_->database, "configuration", configuration); !done) return done;
  parts_->identity.configuration = configuration;
  return {};
}

Result<std::vector<ChunkState>> Store::chunks() {
  const std::lock_guard guard(parts_->mutex);
  return read_chunks(*parts_->database);
}

Result<std::vector<Tally>> Store::tallies() {
  const std::lock_guard guard(parts_->mutex);
  return read_tallies(*parts_->database);
}

Result<std::vector<LabelTally>> Store::labels() {
  const std::lock_guard guard(parts_->mutex);
  return read_labels(*parts_->database);
}

Result<Sample> Store::last_sample() {
  const std::lock_guard guard(parts_->mutex);
  Result<std::vector<Sample>> samples = read_samples(*parts_->database, true);
  if (!samples) return samples.error();
  return samples->empty() ? Sample{} : samples->front();
}

Status Store::commit(const WorkerProgress& progressed) {
  const std::lock_guard guard(parts_->mutex);
  Database& database = *parts_->database;
  Transaction transaction(database);
  if (Status begun = transaction.begun(); !begun) return begun;
  for (const ChunkState& chunk : progressed.chunks) {
    if (Status done = set_chunk(database, chunk); !done) return done;
  }
  for (const Tally& tally : progressed.tallies) {
    if (Status done = add_tally(database, tally); !done) return done;
  }
  for (const LabelTally& tally : progressed.labels) {
    if (Status done = add_label(database, tally); !done) return done;
  }
  if (Status done = insert_measured(database, progressed.measured); !done) return done;
  for (const WorkerProgress::Repeat& repeat : progressed.repeats) {
    if (Status done = add_repeats(database, repeat); !done) return done;
  }
  return transaction.commit();
}

Status Store::add_sample(const Sample& sample) {
  const std::lock_guard guard(parts_->mutex);
  return insert_sample(*parts_->database, sample);
}

Status Store::keep_unconfirmed(Finding finding) {
  const std::lock_guard guard(parts_->mutex);
  if (list_directory(parts_->unconfirmed_folder()).size() >= kMaxUnconfirmed) return {};
  return write_finding_folder(*parts_->disk, parts_->unconfirmed_folder(), finding);
}

Status Store::keep_suspected(Finding finding) {
  const std::lock_guard guard(parts_->mutex);
  return write_finding_folder(*parts_->disk, parts_->suspected_folder(), finding);
}

void Store::drop_suspected(const std::string& id) {
  const std::lock_guard guard(parts_->mutex);
  static_cast<void>(parts_->disk->remove(parts_->suspected_folder() + "/" + id));
}

std::vector<Finding> Store::suspected() {
  const std::lock_guard guard(parts_->mutex);
  std::vector<Finding> findings;
  for (const std::string& id : list_directory(parts_->suspected_folder())) {
    Result<Finding> loaded = load_finding_of(parts_->directory, Parts::kSuspectedFolder, id);
    if (loaded) findings.push_back(std::move(*loaded));
  }
  std::sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::pair(a.original.index, a.id) < std::pair(b.original.index, b.id);
  });
  return findings;
}

Result<CampaignRecord> Store::record() {
  const std::lock_guard guard(parts_->mutex);
  CampaignRecord record;
  record.directory = parts_->directory;
  record.identity = parts_->identity;
  Result<std::vector<ChunkState>> chunks = read_chunks(*parts_->database);
  if (!chunks) return chunks.error();
  for (const ChunkState& chunk : *chunks) record.tests += chunk.done;
  Result<std::vector<Tally>> tallies = read_tallies(*parts_->database);
  if (!tallies) return tallies.error();
  record.tallies = std::move(*tallies);
  record.tests -= std::min(record.tests, void_cases(record.tallies));
  Result<std::vector<LabelTally>> labels = read_labels(*parts_->database);
  if (!labels) return labels.error();
  record.labels = std::move(*labels);
  Result<std::vector<MeasuredRun>> measured = read_measured(*parts_->database);
  if (!measured) return measured.error();
  record.measured = std::move(*measured);
  Result<std::vector<Sample>> samples = read_samples(*parts_->database, false);
  if (!samples) return samples.error();
  record.samples = std::move(*samples);
  Result<std::vector<Finding>> findings = parts_->read_findings("'confirmed', 'partial', 'reduced', 'unreduced'");
  if (!findings) return findings.error();
  record.findings = std::move(*findings);
  Result<std::vector<ShardRecord>> shards = read_shards(*parts_->database);
  if (!shards) return shards.error();
  record.shards = std::move(*shards);
  return record;
}

std::vector<std::pair<std::string, std::uint64_t>> reason_totals(const std::vector<Tally>& tallies,
                                                                 Verdict::Outcome outcome) {
  std::map<std::string, std::uint64_t> reasons;
  for (const Tally& tally : tallies)
    if (tally.outcome == outcome && !tally.reason.empty()) reasons[tally.reason] += tally.count;
  std::vector<std::pair<std::string, std::uint64_t>> out(reasons.begin(), reasons.end());
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return out;
}

std::uint64_t void_cases(const std::vector<Tally>& tallies) {
  std::uint64_t count = 0;
  for (const Tally& tally : tallies) count += tally.target.empty() && tally.reason != kInternalError ? tally.count : 0;
  return count;
}

std::uint64_t fingerprint_of(const Module& module) {
  const std::uint64_t cases = module.fingerprint(), size = chunk_size(module.case_count());
  return size == kChunkSize ? cases : combine(cases, size);
}

CampaignIdentity identity_of(const Module& module, std::uint64_t seed, Shard shard, std::string assay_version) {
  CampaignIdentity identity;
  identity.module = module.name();
  identity.configuration = module.configuration();
  identity.seed = seed;
  identity.fingerprint = fingerprint_of(module);
  identity.shard = shard;
  identity.targets = module.targets();
  identity.assay_version = std::move(assay_version);
  identity.description = module.description();
  if (identity.description.title.empty()) identity.description.title = identity.module;
  return identity;
}

}  // namespace assay::core
