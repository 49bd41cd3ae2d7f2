#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "assay/core/rng.hpp"
#include "assay/datalog/generate.hpp"
#include "case_text.hpp"
#include "datalog_config.hpp"

namespace assay::datalog {

/// What a strategy makes a case from.
struct Basis {
  const FuzzConfig& config;
  const Generated& base;
  const Capabilities& capabilities;  ///< of the target that the base was made for
};

/// What is known when a strategy is drawn.
struct Setting {
  const EngineTarget& target;
  bool has_reference = true;  ///< some seed that fits has values, or there are no seeds
  bool around_seed = false;   ///< the block's program is made around a seed's own text
};

/// A way to make cases: one row of the registry.
struct Strategy {
  std::string_view name;
  std::string_view summary;
  unsigned weight;    ///< how often, when several are asked for
  bool needs_values;  ///< the base's values must be known
  /// Whether it can make a case at all; null: always.
  bool (*applies)(const Setting& setting);
  std::variant<OpenCase, core::Skip> (*make)(const Basis& basis, const core::Rng& rng);
};
[[nodiscard]] const std::vector<Strategy>& strategies();

}  // namespace assay::datalog
