#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "core/store/database.hpp"
#include "core/store/record.hpp"
#include "core/store/store.hpp"

namespace assay::core {

/// PRAGMA user_version of the databases that this Assay writes (docs/dev/store.md).
inline constexpr std::uint64_t kSchemaVersion = 3;
/// The oldest version that this Assay reads. upgrade_schema updates it before anything is written.
inline constexpr std::uint64_t kOldestSchemaVersion = 2;

[[nodiscard]] Status create_schema(Database& database, const CampaignIdentity& identity);
/// Makes the tables that an older version lacks, in one transaction. Not needed for reading: a missing table counts as
/// empty.
[[nodiscard]] Status upgrade_schema(Database& database);
/// False also if the question itself fails: the caller's next query then meets the same error.
[[nodiscard]] bool has_table(Database& database, const std::string& table);
/// Fails if this Assay cannot read the file's schema version.
[[nodiscard]] Result<CampaignIdentity> read_identity(Database& database, const std::string& path);

[[nodiscard]] Result<std::vector<ChunkState>> read_chunks(Database& database);
[[nodiscard]] Result<std::vector<Tally>> read_tallies(Database& database);
[[nodiscard]] Result<std::vector<LabelTally>> read_labels(Database& database);
[[nodiscard]] Result<std::vector<Sample>> read_samples(Database& database, bool last_only);

/// Empty unless the campaign compares targets. The table is made for the first rows.
[[nodiscard]] Result<std::vector<MeasuredRun>> read_measured(Database& database);
[[nodiscard]] Status insert_measured(Database& database, const std::vector<MeasuredRun>& rows);

/// Empty unless shards were merged.
[[nodiscard]] Result<std::vector<ShardRecord>> read_shards(Database& database);
[[nodiscard]] Status insert_shard(Database& database, const ShardRecord& shard);

/// Selects all columns of findings, in their order. Callers append a WHERE clause.
inline constexpr const char* kFindingRows =
    "SELECT id, status, duplicate_of, signature, kind, reason, target, target_version, strategy, grp, case_index, "
    "first_seen, confirmed, confirmations, original_bytes, smallest_bytes, resolved FROM findings ";
inline constexpr const char* kFindingInsert =
    "INSERT OR REPLACE INTO findings VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

[[nodiscard]] Status set_meta(Database& database, const std::string& key, const std::string& value);
[[nodiscard]] Status add_label(Database& database, const LabelTally& tally);
[[nodiscard]] Status add_tally(Database& database, const Tally& tally);
[[nodiscard]] Status set_chunk(Database& database, ChunkState chunk);
[[nodiscard]] Status add_repeats(Database& database, const WorkerProgress::Repeat& repeat);
[[nodiscard]] Status insert_sample(Database& database, const Sample& sample);

/// "pass", "skip", "bug".
[[nodiscard]] std::string_view name(Verdict::Outcome outcome);

}  // namespace assay::core
