#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/rng.hpp"
#include "assay/smt/fuzz.hpp"
#include "smt/fuzz/seed/lacking.hpp"
#include "smt/fuzz/seed/ladder.hpp"
#include "smt/fuzz/strategy/draft.hpp"

namespace assay::smt {

/// What a case is made from.
struct CaseSource {
  Fragments& seed;
  Valuation& valuation;
  Rung rung;
  const Lacking* lacking;  ///< nullptr: anything may be drawn
  core::Rng block;         ///< a stream that all cases of a block on this rung share: for pools that are built once
  std::uint64_t block_key = 0;
  std::string prefix = "p!";           ///< no name of the seed begins so
  const SeedCorpus* corpus = nullptr;  ///< the other seeds
  core::Rng visit = core::Rng(0);      ///< a stream that all cases of a block share, whatever their rung
};

/// A way to make cases. A worker has one instance, which may keep what it has prepared for a block (block_key): that
/// saves time and never changes a draft.
class Strategy {
 public:
  virtual ~Strategy() = default;
  /// A draft with up to rung.assertions assertions (a strategy that says so in its file makes more); nothing when the
  /// seed gives none.
  [[nodiscard]] virtual std::optional<Draft> make(const CaseSource& source, core::Rng& rng) = 0;
};

/// What a strategy needs of a seed, and of the generator.
struct StrategyNeeds {
  bool values = true;                             ///< some formula of the seed has a value under the witness
  bool refuted_seed = false;                      ///< references of two families call the seed contradictory
  bool new_names = true;                          ///< CaseSource::prefix
  bool (*fits)(const Fragments& seed) = nullptr;  ///< nullptr: every seed
};

/// A row of the registry.
struct StrategyRow {
  std::string_view name;
  std::string_view help;
  std::unique_ptr<Strategy> (*make)();
  StrategyNeeds needs = {};
  bool leaves_logic = true;  ///< drafts may use operators that the seed's logic does not have
  bool once = false;         ///< it makes one early case of each seed, and no other
  /// It is drawn in one block of so many, and there so many times as often: it prepares more for a block than for a
  /// case.
  unsigned blocks = 1;
};
[[nodiscard]] const std::vector<StrategyRow>& strategy_rows();
[[nodiscard]] const StrategyRow* find_strategy(std::string_view name);

}  // namespace assay::smt
