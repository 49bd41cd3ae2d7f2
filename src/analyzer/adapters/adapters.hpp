#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/target/analyzer.hpp"
#include "assay/base/result.hpp"

namespace assay::analyzer {

/// An adapter reads and checks the facts of one analyzer: a row of the registry.
struct Adapter {
  std::string_view name;
  std::string_view summary;  ///< the facts that it reads, for `assay analyzer targets`
  /// An Error says what is missing on this machine, and how to get it.
  Result<std::unique_ptr<Analyzer>> (*open)(const Definition& definition);
  /// The value of the setting "lie" for a lying target, for adapters that check only claims of their own
  /// run. Empty: the adapter checks any claims, so a test can turn claims into their opposites.
  std::string_view lie{};
  core::BugKind lie_shows = core::BugKind::Unsound;  ///< the kind of bug that the lie is
};
[[nodiscard]] const std::vector<Adapter>& adapters();
/// The row that the definition names; null: there is none.
[[nodiscard]] const Adapter* adapter_of(const Definition& definition);
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_analyzer(const Definition& definition);
/// The same target with a planted lie; nullopt if its adapter has none.
[[nodiscard]] std::optional<Definition> with_planted_lie(Definition definition);

}  // namespace assay::analyzer
