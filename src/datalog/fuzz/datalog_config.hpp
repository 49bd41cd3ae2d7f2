#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "assay/datalog/fuzz.hpp"

namespace assay::datalog {

struct Strategy;

/// What the testers of a campaign share.
struct FuzzConfig {
  FuzzOptions options;
  std::vector<EngineTarget> targets;
  std::vector<Seed> seeds;
  std::vector<std::pair<std::string, std::string>> incomplete;  ///< SeedCorpus::incomplete
  std::vector<const Strategy*> strategies;
};

/// Why no case can be made for the target from the seed's program; empty: cases can be made. `limits`: of the reference
/// evaluation, whose integers are those of the target.
[[nodiscard]] std::string misfit(const Program& seed, const EngineTarget& target, EvaluationLimits limits);
[[nodiscard]] Result<std::shared_ptr<const FuzzConfig>> make_config(const FuzzOptions& options, SeedCorpus corpus);

}  // namespace assay::datalog
