#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/case/case.hpp"
#include "core/case/tester.hpp"
#include "core/finding/finding.hpp"

namespace assay::core {

/// Number of consecutive case indices in a chunk, without a limit of cases. Workers take whole chunks; a shard is a set
/// of chunks.
inline constexpr std::uint64_t kChunkSize = 16;
/// The same in a campaign with this number of cases. Few cases are handed out one by one: each may be a script of a
/// user that takes minutes, and all workers and shards get some.
[[nodiscard]] inline std::uint64_t chunk_size(std::optional<std::uint64_t> cases) {
  constexpr std::uint64_t kFew = 100'000;
  return cases && *cases <= kFew ? 1 : kChunkSize;
}

/// The part of a campaign that one machine runs: the chunks with number `index` modulo `count`. `index` counts from 0.
struct Shard {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
};

/// The identity of a campaign, the same in all its sessions. Shards of one campaign share module and fingerprint.
struct CampaignIdentity {
  std::string module;
  std::string configuration;  ///< TOML
  std::uint64_t seed = 0;
  std::uint64_t fingerprint = 0;
  Shard shard;
  std::vector<TargetInfo> targets;
  std::string assay_version;
  std::string created;  ///< UTC, ISO 8601; set by Store::create
  ModuleDescription description;
};
/// A hash of everything that the cases and their chunks depend on.
[[nodiscard]] std::uint64_t fingerprint_of(const Module& module);
[[nodiscard]] CampaignIdentity identity_of(const Module& module, std::uint64_t seed, Shard shard,
                                           std::string assay_version);

/// How often one kind of verdict came. A case that could not be made has no target, and perhaps no strategy.
struct Tally {
  std::string strategy;
  std::string group;
  std::string target;
  Verdict::Outcome outcome = Verdict::Outcome::Pass;
  std::string reason;  ///< of a skip or a pass: the verdict's; of a bug: the name of its kind
  std::uint64_t count = 0;
  double cpu_seconds = 0;  ///< of the target
};

/// The reason of a skip that stands for an exception in the code that makes, runs or judges a case.
inline constexpr const char* kInternalError = "internal error";
/// Number of cases that could not be made, without internal errors: those still count as cases, so that users see them.
[[nodiscard]] std::uint64_t void_cases(const std::vector<Tally>& tallies);
/// The reasons of the verdicts of one outcome with how often each came, most frequent first.
[[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> reason_totals(const std::vector<Tally>& tallies,
                                                                               Verdict::Outcome outcome);

/// How often cases with a label (Case::labels) had one outcome on a target.
struct LabelTally {
  std::string target;
  std::string label;
  std::string kind;  ///< the bug's kind; empty: pass
  std::uint64_t count = 0;
};

/// A target's run on a case, of a campaign that compares targets.
struct MeasuredRun {
  std::uint64_t case_index = 0;
  std::size_t target = 0;  ///< position in CampaignIdentity::targets
  std::string answer;
  Measurement measured;
};

/// CPU time in seconds. `own` is that of Assay's workers; `generate` is the part of `own` that made cases.
struct CpuShares {
  double own = 0;
  double generate = 0;
  double target = 0;
};

/// The campaign's state at one moment. All numbers count from the campaign's start, over all resumes.
struct Sample {
  double seconds = 0;
  std::uint64_t tests = 0;
  std::uint64_t findings = 0;
  CpuShares cpu;
};

/// The outcome of one shard of a merged campaign.
struct ShardRecord {
  Shard shard;
  std::string state;  ///< "done", or the problem: "stopped", "failed", "missing", ...
  std::string host;   ///< the machine that ran it; empty: not known
  std::uint64_t tests = 0;
  std::uint64_t findings = 0;  ///< the shard's own, before the shards' findings were deduplicated
  double seconds = 0;          ///< of campaign time
  std::string note;            ///< the reason if the shard is not done
};

/// The content of a campaign's folder as values, from which reports and exports are made.
struct CampaignRecord {
  std::string directory;
  CampaignIdentity identity;
  std::uint64_t tests = 0;  ///< cases done, without cases that could not be made
  std::vector<Tally> tallies;
  std::vector<LabelTally> labels;
  std::vector<Sample> samples;
  std::vector<MeasuredRun> measured;  ///< by case, then target; empty unless the campaign compares targets
  std::vector<Finding> findings;      ///< without duplicates, in the order in which they were first seen
  std::vector<ShardRecord> shards;    ///< of a merged campaign, by index; empty for others
};

}  // namespace assay::core
