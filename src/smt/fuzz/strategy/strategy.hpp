#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng/rng.hpp"
#include "smt/fuzz/seed/fuzz.hpp"
#include "smt/fuzz/seed/ladder.hpp"
#include "smt/fuzz/seed/unsupported_operators.hpp"
#include "smt/fuzz/strategy/draft.hpp"

namespace assay::smt {

/// The input of a strategy: the seed, its witness and the limits of one case.
struct CaseSource {
  Fragments& seed;
  Valuation& valuation;
  Rung rung;
  const UnsupportedOperators* unsupported;  ///< nullptr: every operator may be drawn
  core::Rng block;                     ///< random stream that the cases of a block on one rung share, for shared pools
  std::uint64_t block_key = 0;         ///< changes with each block; key for what a strategy keeps
  std::string prefix = "p!";           ///< of new names; no name of the seed begins with it
  const SeedCorpus* corpus = nullptr;  ///< all seeds
  core::Rng visit = core::Rng(0);      ///< random stream that all cases of a block share, on every rung
  const std::vector<bool>* focus = nullptr;  ///< by OperatorId: operators to prefer; nullptr: none
};

/// A method to make cases. Each worker has one instance. It may keep what it prepared for a block (block_key) to save
/// time, but that must not change a draft.
class Strategy {
 public:
  virtual ~Strategy() = default;
  /// A draft, for most strategies with at most rung.assertions assertions. Nullopt if the strategy cannot make a case
  /// from the seed.
  [[nodiscard]] virtual std::optional<Draft> make(const CaseSource& source, core::Rng& rng) = 0;
};

/// The requirements of a strategy on the seed and the generator.
struct StrategyNeeds {
  bool values = true;                             ///< at least one formula of the seed has a value under the witness
  bool refuted_seed = false;                      ///< references of two families answer `unsat` for the seed
  bool new_names = true;                          ///< it uses CaseSource::prefix
  bool (*fits)(const Fragments& seed) = nullptr;  ///< further condition on the seed; nullptr: none
};

/// A strategy in the registry.
struct StrategyRow {
  std::string_view name;
  std::string_view help;
  std::unique_ptr<Strategy> (*make)();
  unsigned weight = 0;  ///< share of the cases without --strategy; 0: the strategy is used only on request
  StrategyNeeds needs = {};
  bool leaves_logic = true;  ///< drafts may use operators that the seed's logic does not have
  bool once = false;         ///< it makes exactly one case of each seed, early in the campaign
  /// The strategy is used in every `blocks`-th block on average, and `blocks` times as often within that block.
  /// For strategies whose preparation is shared by all cases of a block.
  unsigned blocks = 1;
};
[[nodiscard]] const std::vector<StrategyRow>& strategy_rows();
[[nodiscard]] const StrategyRow* find_strategy(std::string_view name);

}  // namespace assay::smt
