#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "assay/analyzer/analyzer.hpp"
#include "assay/base/result.hpp"

namespace assay::analyzer {

/// A way to read and check facts of one analyzer: a row of the registry.
struct Adapter {
  std::string_view name;
  std::string_view summary;  ///< which facts, for `assay analyzer targets`
  /// An Error says what is missing on this machine, and how to get it.
  Result<std::unique_ptr<Analyzer>> (*open)(const Definition& definition);
  /// What its setting "lie" is for a target that lies: for adapters that check what they asked for themselves. Empty:
  /// it checks whatever it is told, so that claims can be turned into their opposites.
  std::string_view lie{};
};
[[nodiscard]] const std::vector<Adapter>& adapters();
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_analyzer(const Definition& definition);
/// The same target with a planted lie; nothing where the adapter has none of its own.
[[nodiscard]] std::optional<Definition> lying(Definition definition);

}  // namespace assay::analyzer
