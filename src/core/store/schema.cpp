#include "core/store/schema.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/io/json_fields.hpp"

namespace assay::core {
namespace {

constexpr const char* kTables = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE targets(position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, version TEXT NOT NULL,
  command TEXT NOT NULL);
CREATE TABLE chunks(chunk INTEGER PRIMARY KEY, done INTEGER NOT NULL);
CREATE TABLE tallies(strategy TEXT NOT NULL, grp TEXT NOT NULL, target TEXT NOT NULL, outcome TEXT NOT NULL,
  reason TEXT NOT NULL, count INTEGER NOT NULL, cpu_seconds REAL NOT NULL,
  PRIMARY KEY(strategy, grp, target, outcome, reason)) WITHOUT ROWID;
CREATE TABLE labels(target TEXT NOT NULL, label TEXT NOT NULL, kind TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY(target, label, kind)) WITHOUT ROWID;
CREATE TABLE findings(id TEXT PRIMARY KEY, status TEXT NOT NULL, duplicate_of TEXT NOT NULL DEFAULT '',
  signature TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL, target TEXT NOT NULL,
  target_version TEXT NOT NULL, strategy TEXT NOT NULL, grp TEXT NOT NULL, case_index INTEGER NOT NULL,
  first_seen REAL NOT NULL, confirmed INTEGER NOT NULL, confirmations INTEGER NOT NULL,
  original_bytes INTEGER NOT NULL, smallest_bytes INTEGER NOT NULL, resolved INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX findings_by_signature ON findings(target, signature);
CREATE INDEX findings_by_winner ON findings(duplicate_of);
CREATE TABLE repeats(target TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY(target, kind, reason)) WITHOUT ROWID;
CREATE TABLE samples(seconds REAL NOT NULL, tests INTEGER NOT NULL, findings INTEGER NOT NULL, own_cpu REAL NOT NULL,
  generate_cpu REAL NOT NULL, target_cpu REAL NOT NULL);
)sql";

// Made when shards are merged. Other campaigns lack this table, and versions of Assay that do not know it ignore it.
constexpr const char* kShardTable =
    "CREATE TABLE IF NOT EXISTS shards(position INTEGER PRIMARY KEY, shard INTEGER NOT NULL, of INTEGER NOT NULL, "
    "state TEXT NOT NULL, host TEXT NOT NULL, tests INTEGER NOT NULL, findings INTEGER NOT NULL, "
    "seconds REAL NOT NULL, note TEXT NOT NULL)";

// Made for the first row. Campaigns that compare no targets lack this table.
constexpr const char* kMeasuredTable =
    "CREATE TABLE IF NOT EXISTS measured(case_index INTEGER NOT NULL, target INTEGER NOT NULL, name TEXT NOT NULL, "
    "answer TEXT NOT NULL, change TEXT NOT NULL, note TEXT NOT NULL, cpu_seconds REAL NOT NULL, "
    "wall_seconds REAL NOT NULL, memory_bytes INTEGER NOT NULL, work INTEGER NOT NULL, "
    "PRIMARY KEY(case_index, target)) WITHOUT ROWID";

// Made for the first row of a campaign that runs variants of its inputs.
constexpr const char* kSampledTable =
    "CREATE TABLE IF NOT EXISTS sampled(case_index INTEGER NOT NULL, target INTEGER NOT NULL, runs INTEGER NOT NULL, "
    "answered INTEGER NOT NULL, left_out INTEGER NOT NULL, median_seconds REAL NOT NULL, median_work INTEGER NOT NULL, "
    "PRIMARY KEY(case_index, target)) WITHOUT ROWID";

// Since version 3.
constexpr const char* kTriageTable =
    "CREATE TABLE IF NOT EXISTS triage(id TEXT PRIMARY KEY, state TEXT NOT NULL, link TEXT NOT NULL, "
    "note TEXT NOT NULL, changed TEXT NOT NULL) WITHOUT ROWID";

// The keys of the description's words. Campaigns older than these keys use the defaults.
constexpr std::pair<const char*, std::string ModuleDescription::*> kWords[] = {
    {"title", &ModuleDescription::title},
    {"target_noun", &ModuleDescription::target},
    {"strategy_noun", &ModuleDescription::strategy},
    {"group_noun", &ModuleDescription::group},
    {"label_noun", &ModuleDescription::label},
    {"isolation_gaps", &ModuleDescription::gaps}};

Status insert_meta(Database& database, const CampaignIdentity& identity) {
  std::map<std::string, std::string> values = {
      {"module", identity.module},
      {"configuration", identity.configuration},
      {"seed", std::to_string(identity.seed)},
      {"fingerprint", to_hex(identity.fingerprint)},
      {"shard_index", std::to_string(identity.shard.index)},
      {"shard_count", std::to_string(identity.shard.count)},
      {"assay_version", identity.assay_version},
      {"created", identity.created},
  };
  for (const auto& [key, word] : kWords) values[key] = identity.description.*word;
  for (const auto& [key, value] : values) {
    Status done = Query(database, "INSERT INTO meta VALUES(?, ?)").bind(key).bind(value).run();
    if (!done) return done;
  }
  return {};
}

std::string argv_to_json(const std::vector<std::string>& argv) { return json_text(nlohmann::json(argv)); }

std::vector<std::string> argv_from_json(const std::string& text) {
  std::vector<std::string> argv;
  return read_json(nlohmann::json::parse(text, nullptr, false), argv) ? std::vector<std::string>() : argv;
}

std::uint64_t from_hex(const std::string& text) {
  std::uint64_t value = 0;
  for (const char c : text) {
    const std::uint64_t digit =
        c >= 'a' ? static_cast<std::uint64_t>(c - 'a') + 10 : static_cast<std::uint64_t>(c - '0');
    value = (value << 4) | (digit & 15U);
  }
  return value;
}

Verdict::Outcome outcome_from(const std::string& text) {
  if (text == "skip") return Verdict::Outcome::Skip;
  return text == "bug" ? Verdict::Outcome::Bug : Verdict::Outcome::Pass;
}

Status check_version(Database& database, const std::string& path) {
  Query version(database, "PRAGMA user_version");
  if (!version.next()) return version.status();
  if (version.number(0) >= kOldestSchemaVersion && version.number(0) <= kSchemaVersion) return {};
  return Error{path + " has schema version " + std::to_string(version.number(0)) + "; this Assay reads versions " +
                   std::to_string(kOldestSchemaVersion) + " to " + std::to_string(kSchemaVersion),
               "use the version of Assay that wrote it, or start a new campaign"};
}

/// The samplings of a campaign by case and target.
using Samplings = std::map<std::pair<std::uint64_t, std::uint64_t>, Sampling>;
Result<Samplings> read_samplings(Database& database) {
  Samplings samplings;
  if (!has_table(database, "sampled")) return samplings;
  Query query(database,
              "SELECT case_index, target, runs, answered, left_out, median_seconds, median_work FROM sampled");
  while (query.next())
    samplings[{query.number(0), query.number(1)}] = {query.number(2), query.number(3), query.number(4), query.real(5),
                                                     query.number(6)};
  if (Status read = query.status(); !read) return read.error();
  return samplings;
}

}  // namespace

std::string_view name(Verdict::Outcome outcome) {
  switch (outcome) {
    case Verdict::Outcome::Pass: return "pass";
    case Verdict::Outcome::Skip: return "skip";
    case Verdict::Outcome::Bug: break;
  }
  return "bug";
}

Status create_schema(Database& database, const CampaignIdentity& identity) {
  Transaction transaction(database);
  if (Status begun = transaction.begun(); !begun) return begun;
  if (Status made = database.execute(kTables); !made) return made;
  if (Status made = database.execute(kTriageTable); !made) return made;
  if (Status done = insert_meta(database, identity); !done) return done;
  std::uint64_t position = 0;
  for (const TargetInfo& target : identity.targets) {
    Query insert(database, "INSERT INTO targets VALUES(?, ?, ?, ?)");
    insert.bind(position++).bind(target.name).bind(target.version).bind(argv_to_json(target.command));
    if (Status done = insert.run(); !done) return done;
  }
  if (Status done = database.execute("PRAGMA user_version=" + std::to_string(kSchemaVersion)); !done) return done;
  return transaction.commit();
}

Status upgrade_schema(Database& database) {
  Query version(database, "PRAGMA user_version");
  if (!version.next()) return version.status();
  if (version.number(0) >= kSchemaVersion) return {};
  Transaction transaction(database);
  if (Status begun = transaction.begun(); !begun) return begun;
  if (Status made = database.execute(kTriageTable); !made) return made;
  if (Status done = database.execute("PRAGMA user_version=" + std::to_string(kSchemaVersion)); !done) return done;
  return transaction.commit();
}

bool has_table(Database& database, const std::string& table) {
  Query known(database, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
  return known.bind(table).next();
}

Result<CampaignIdentity> read_identity(Database& database, const std::string& path) {
  if (Status version = check_version(database, path); !version) return version.error();
  std::map<std::string, std::string> values;
  Query meta(database, "SELECT key, value FROM meta");
  while (meta.next()) values[meta.text(0)] = meta.text(1);
  if (Status read = meta.status(); !read) return read.error();
  CampaignIdentity identity;
  identity.module = values["module"];
  identity.description.title = identity.module;
  for (const auto& [key, word] : kWords) {
    if (const auto stored = values.find(key); stored != values.end()) identity.description.*word = stored->second;
  }
  identity.configuration = values["configuration"];
  identity.seed = parse_unsigned(values["seed"]).value_or(0);
  identity.fingerprint = from_hex(values["fingerprint"]);
  identity.shard.index = parse_unsigned(values["shard_index"]).value_or(0);
  identity.shard.count = parse_unsigned(values["shard_count"]).value_or(1);
  identity.assay_version = values["assay_version"];
  identity.created = values["created"];
  if (identity.shard.count == 0 || identity.shard.index >= identity.shard.count) {
    return Error{path + " names an impossible shard", "the file is damaged"};
  }
  Query targets(database, "SELECT name, version, command FROM targets ORDER BY position");
  while (targets.next())
    identity.targets.push_back({targets.text(0), targets.text(1), argv_from_json(targets.text(2))});
  if (Status read = targets.status(); !read) return read.error();
  return identity;
}

Result<std::vector<ChunkState>> read_chunks(Database& database) {
  std::vector<ChunkState> chunks;
  Query query(database, "SELECT chunk, done FROM chunks ORDER BY chunk");
  while (query.next()) chunks.push_back({query.number(0), static_cast<std::uint32_t>(query.number(1))});
  if (Status read = query.status(); !read) return read.error();
  return chunks;
}

Result<std::vector<Tally>> read_tallies(Database& database) {
  std::vector<Tally> tallies;
  Query query(database,
              "SELECT strategy, grp, target, outcome, reason, count, cpu_seconds FROM tallies "
              "ORDER BY strategy, grp, target, outcome, reason");
  while (query.next()) {
    tallies.push_back({query.text(0), query.text(1), query.text(2), outcome_from(query.text(3)), query.text(4),
                       query.number(5), query.real(6)});
  }
  if (Status read = query.status(); !read) return read.error();
  return tallies;
}

Result<std::vector<LabelTally>> read_labels(Database& database) {
  std::vector<LabelTally> tallies;
  Query query(database, "SELECT target, label, kind, count FROM labels ORDER BY target, label, kind");
  while (query.next()) tallies.push_back({query.text(0), query.text(1), query.text(2), query.number(3)});
  if (Status read = query.status(); !read) return read.error();
  return tallies;
}

Result<std::vector<Sample>> read_samples(Database& database, bool last_only) {
  std::vector<Sample> samples;
  const std::string order = last_only ? "ORDER BY rowid DESC LIMIT 1" : "ORDER BY rowid";
  Query query(database, "SELECT seconds, tests, findings, own_cpu, generate_cpu, target_cpu FROM samples " + order);
  while (query.next()) {
    samples.push_back({query.real(0), query.number(1), query.number(2), {query.real(3), query.real(4), query.real(5)}});
  }
  if (Status read = query.status(); !read) return read.error();
  return samples;
}

Status add_tally(Database& database, const Tally& tally) {
  Query insert(database,
               "INSERT INTO tallies VALUES(?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
               "count = count + excluded.count, cpu_seconds = cpu_seconds + excluded.cpu_seconds");
  insert.bind(tally.strategy).bind(tally.group).bind(tally.target).bind(name(tally.outcome)).bind(tally.reason);
  return insert.bind(tally.count).bind(tally.cpu_seconds).run();
}

Status add_label(Database& database, const LabelTally& tally) {
  Query insert(database,
               "INSERT INTO labels VALUES(?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count");
  return insert.bind(tally.target).bind(tally.label).bind(tally.kind).bind(tally.count).run();
}

Status set_meta(Database& database, const std::string& key, const std::string& value) {
  return Query(database, "INSERT INTO meta VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value")
      .bind(key)
      .bind(value)
      .run();
}

Status set_chunk(Database& database, ChunkState chunk) {
  Query insert(database, "INSERT INTO chunks VALUES(?, ?) ON CONFLICT DO UPDATE SET done = max(done, excluded.done)");
  return insert.bind(chunk.chunk).bind(chunk.done).run();
}

Status add_repeats(Database& database, const WorkerProgress::Repeat& repeat) {
  Query insert(database,
               "INSERT INTO repeats VALUES(?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count");
  return insert.bind(repeat.target).bind(name(repeat.kind)).bind(repeat.reason).bind(repeat.count).run();
}

Status insert_sample(Database& database, const Sample& sample) {
  Query insert(database, "INSERT INTO samples VALUES(?, ?, ?, ?, ?, ?)");
  insert.bind(sample.seconds).bind(sample.tests).bind(sample.findings);
  return insert.bind(sample.cpu.own).bind(sample.cpu.generate).bind(sample.cpu.target).run();
}

Result<std::vector<MeasuredRun>> read_measured(Database& database) {
  std::vector<MeasuredRun> rows;
  if (!has_table(database, "measured")) return rows;
  Query query(database,
              "SELECT case_index, target, name, answer, change, note, cpu_seconds, wall_seconds, memory_bytes, work "
              "FROM measured ORDER BY case_index, target");
  while (query.next())
    rows.push_back({query.number(0),
                    query.number(1),
                    query.text(3),
                    {query.text(2), query.text(4), query.text(5), query.real(6), query.real(7), query.number(8),
                     query.number(9)}});
  if (Status read = query.status(); !read) return read.error();
  const Result<Samplings> samplings = read_samplings(database);
  if (!samplings) return samplings.error();
  for (MeasuredRun& row : rows)
    if (const auto found = samplings->find({row.case_index, row.target}); found != samplings->end())
      row.measured.sampling = found->second;
  return rows;
}

Status insert_measured(Database& database, const std::vector<MeasuredRun>& rows) {
  if (rows.empty()) return {};
  if (Status made = database.execute(kMeasuredTable); !made) return made;
  for (const MeasuredRun& row : rows) {
    Query insert(database, "INSERT OR REPLACE INTO measured VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(row.case_index).bind(std::uint64_t{row.target}).bind(row.measured.name).bind(row.answer);
    insert.bind(row.measured.change).bind(row.measured.note).bind(row.measured.cpu_seconds);
    insert.bind(row.measured.wall_seconds).bind(row.measured.memory_bytes).bind(row.measured.work);
    if (Status done = insert.run(); !done) return done;
    if (!row.measured.sampling) continue;
    if (Status made = database.execute(kSampledTable); !made) return made;
    const Sampling& sampling = *row.measured.sampling;
    Query sampled(database, "INSERT OR REPLACE INTO sampled VALUES(?, ?, ?, ?, ?, ?, ?)");
    sampled.bind(row.case_index).bind(std::uint64_t{row.target}).bind(sampling.runs).bind(sampling.answered);
    sampled.bind(sampling.left_out).bind(sampling.median_seconds).bind(sampling.median_work);
    if (Status done = sampled.run(); !done) return done;
  }
  return {};
}

Result<std::vector<ShardRecord>> read_shards(Database& database) {
  std::vector<ShardRecord> shards;
  if (!has_table(database, "shards")) return shards;
  Query rows(database, "SELECT shard, of, state, host, tests, findings, seconds, note FROM shards ORDER BY position");
  while (rows.next()) {
    ShardRecord shard;
    shard.shard = {rows.number(0), rows.number(1)};
    shard.state = rows.text(2);
    shard.host = rows.text(3);
    shard.tests = rows.number(4);
    shard.findings = rows.number(5);
    shard.seconds = rows.real(6);
    shard.note = rows.text(7);
    shards.push_back(std::move(shard));
  }
  if (Status read = rows.status(); !read) return read.error();
  return shards;
}

Status insert_shard(Database& database, const ShardRecord& shard) {
  if (Status made = database.execute(kShardTable); !made) return made;
  Query insert(database,
               "INSERT INTO shards(shard, of, state, host, tests, findings, seconds, note) "
               "VALUES(?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(shard.shard.index).bind(shard.shard.count).bind(shard.state).bind(shard.host);
  return insert.bind(shard.tests).bind(shard.findings).bind(shard.seconds).bind(shard.note).run();
}

}  // namespace assay::core
