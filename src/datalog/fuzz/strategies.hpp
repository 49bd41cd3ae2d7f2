#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "assay/core/rng.hpp"
#include "assay/datalog/generate.hpp"
#include "case_text.hpp"
#include "config.hpp"

namespace assay::datalog {

/// What a strategy makes a case from.
struct Basis {
  const FuzzConfig& config;
  const Generated& base;
  const Capabilities& capabilities;  ///< of the target that the base was made for
};

/// A way to make cases: one row of the registry.
struct Strategy {
  std::string_view name;
  std::string_view summary;
  unsigned weight;    ///< how often, when several are asked for
  bool needs_values;  ///< the base's values must be known
  std::variant<OpenCase, core::Skip> (*make)(const Basis& basis, const core::Rng& rng);
};
[[nodiscard]] const std::vector<Strategy>& strategies();

}  // namespace assay::datalog
