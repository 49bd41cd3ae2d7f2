#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "core/rng/rng.hpp"
#include "datalog/fuzz/case/case_text.hpp"
#include "datalog/fuzz/case/datalog_config.hpp"
#include "datalog/generate/generate.hpp"

namespace assay::datalog {

/// The input of a strategy.
struct StrategyInput {
  const FuzzConfig& config;
  const Generated& base;
  const Capabilities& capabilities;  ///< the capabilities of the target that the base was made for
};

/// The facts about a block that decide which strategies apply.
struct BlockSetting {
  const EngineTarget& target;
  bool has_reference = true;  ///< the reference can evaluate a seed that fits the target, or there are no seeds
  bool has_seeds = false;     ///< the campaign has seeds
  bool around_seed = false;   ///< the block's program contains a seed's own text
};

/// A way to make cases. One row of the registry.
struct Strategy {
  std::string_view name;
  std::string_view summary;
  unsigned weight;    ///< relative frequency among the applicable strategies of a campaign
  bool needs_values;  ///< true: each case gets a new base, made from a seed that the reference can evaluate
  /// Whether the strategy can make cases of the block; null: always.
  bool (*applies)(const BlockSetting& setting);
  std::variant<OpenCase, core::Skip> (*make)(const StrategyInput& input, const core::Rng& rng);
};
[[nodiscard]] const std::vector<Strategy>& strategies();

}  // namespace assay::datalog
