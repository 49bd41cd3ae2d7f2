#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "assay/datalog/fuzz.hpp"

namespace assay::datalog {

struct Strategy;

/// What the testers of a campaign share.
struct FuzzConfig {
  FuzzOptions options;
  std::vector<EngineTarget> targets;
  std::vector<Seed> seeds;
  std::vector<const Strategy*> strategies;
};

/// Why the seed's program cannot be given to the target; empty: it can.
[[nodiscard]] std::string misfit(const Program& seed, const EngineTarget& target);
[[nodiscard]] Result<std::shared_ptr<const FuzzConfig>> make_config(const FuzzOptions& options, SeedCorpus corpus);

}  // namespace assay::datalog
