#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "datalog/fuzz/case/fuzz.hpp"

namespace assay::datalog {

struct Strategy;

/// The configuration that the testers of a campaign share.
struct FuzzConfig {
  FuzzOptions options;
  std::vector<EngineTarget> targets;
  std::vector<Seed> seeds;
  std::vector<std::pair<std::string, std::string>> incomplete;  ///< SeedCorpus::incomplete
  std::vector<const Strategy*> strategies;
};

/// The reason why no case can be made for the target from the seed's program; empty: cases can be made. The target
/// overrides `limits.integer_bits`.
[[nodiscard]] std::string misfit(const Program& seed, const EngineTarget& target, EvaluationLimits limits);
[[nodiscard]] Result<std::shared_ptr<const FuzzConfig>> make_config(const FuzzOptions& options, SeedCorpus corpus);

}  // namespace assay::datalog
