#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/case.hpp"
#include "assay/core/finding.hpp"
#include "assay/core/tester.hpp"

namespace assay::core {

/// The part of a campaign that one machine runs: of every `count` chunks in a row, the one number `index` (from 0).
struct Shard {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
};

/// The identity of a campaign: equal for folders that are parts of the same campaign, and for a resume.
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
[[nodiscard]] CampaignIdentity identity_of(const Module& module, std::uint64_t seed, Shard shard,
                                           std::string assay_version);

/// How often one kind of verdict came. A case that could not even be made has no target (and perhaps no strategy).
struct Tally {
  std::string strategy;
  std::string group;
  std::string target;
  Verdict::Outcome outcome = Verdict::Outcome::Pass;
  std::string reason;  ///< of a skip and a pass: that of the verdict; of a bug: its kind's name
  std::uint64_t count = 0;
  double cpu_seconds = 0;  ///< of the target
};

/// The reason of a skip when an exception came from the code that makes, runs or judges a case.
inline constexpr const char* kInternalError = "internal error";
/// How many cases could not be made, but for internal errors: those are worth a look, and no reason to count less.
[[nodiscard]] std::uint64_t void_cases(const std::vector<Tally>& tallies);
/// The reasons of the verdicts of one outcome with how often each came, most frequent first.
[[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> reason_totals(const std::vector<Tally>& tallies,
                                                                               Verdict::Outcome outcome);

/// How often cases with a label (Case::labels) came out in one way on a target.
struct LabelTally {
  std::string target;
  std::string label;
  std::string kind;  ///< of the bug; empty: pass
  std::uint64_t count = 0;
};

/// CPU time, in seconds. `own` is that of Assay's workers, `generate` the part of it that went into making cases.
struct CpuShares {
  double own = 0;
  double generate = 0;
  double target = 0;
};

/// The campaign's state at one moment; all numbers count from its start, over all resumes.
struct Sample {
  double seconds = 0;
  std::uint64_t tests = 0;
  std::uint64_t findings = 0;
  CpuShares cpu;
};

/// The outcome of one shard of a merged campaign.
struct ShardRecord {
  Shard shard;
  std::string state;  ///< "done", or what is missing: "stopped", "failed", "missing", ...
  std::string host;   ///< where it ran; empty: not known
  std::uint64_t tests = 0;
  std::uint64_t findings = 0;  ///< its own, before those of all shards were compared
  double seconds = 0;          ///< of campaign time
  std::string note;            ///< why it is not done
};

/// The content of a campaign's folder as values, from which reports and exports are made.
struct CampaignRecord {
  std::string directory;
  CampaignIdentity identity;
  std::uint64_t tests = 0;  ///< cases done, but for those that could not be made
  std::vector<Tally> tallies;
  std::vector<LabelTally> labels;
  std::vector<Sample> samples;
  std::vector<Finding> findings;    ///< without duplicates, in the order in which they were first seen
  std::vector<ShardRecord> shards;  ///< of a merged campaign, in their order
};

}  // namespace assay::core
