#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/rng.hpp"
#include "assay/smt/fuzz.hpp"
#include "smt/fuzz/fragments.hpp"
#include "smt/fuzz/lacking.hpp"
#include "smt/fuzz/ladder.hpp"
#include "smt/fuzz/valuation.hpp"
#include "smt/rules/rules.hpp"

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

/// An assertion that the witness satisfies.
struct Assertion {
  TermId term;
  bool by_solvers = false;  ///< reference solvers say so, not our evaluator
  bool in_core = false;     ///< one of those that contradict each other
};

/// Terms and an assignment of them.
struct Workplace {
  Fragments* fragments = nullptr;
  Valuation* valuation = nullptr;
};

/// A way to make cases. One instance per worker; what it keeps from one call to the next must not change what it makes.
class Strategy {
 public:
  virtual ~Strategy() = default;
  /// Where the last assertions live, when that is not the seed's store. It stays until the next ones are made.
  [[nodiscard]] virtual std::optional<Workplace> workplace() { return std::nullopt; }
  /// Between one and rung.assertions assertions, all satisfied by the valuation's model (when it keeps the truth); none
  /// when nothing can be made.
  [[nodiscard]] virtual std::vector<Assertion> assertions(const CaseSource& source, core::Rng& rng) = 0;
  /// Whether results may use operators that the seed's logic does not have.
  [[nodiscard]] virtual bool leaves_logic() const = 0;
  /// Whether what assertions() gives is known to hold. If not, the valuation may still say so; else the truth is open.
  [[nodiscard]] virtual bool keeps_truth() const { return true; }
  /// Whether it is for contradictory seeds only, and what it gives stays contradictory.
  [[nodiscard]] virtual bool keeps_refutation() const { return false; }
  /// Whether the last assertions that it marked as `in_core` contradict each other by how they are made.
  [[nodiscard]] virtual bool plants_contradiction() const { return false; }
  /// Whether the last assertions are the seed's, each in its place, some of them changed.
  [[nodiscard]] virtual bool are_aligned() const { return false; }
  /// Whether they stay in the seed's levels and checks, without names.
  [[nodiscard]] virtual bool keeps_layout() const { return false; }
  /// Whether it can make anything of this seed.
  [[nodiscard]] virtual bool fits(const Fragments&) const { return true; }
  /// Whether it needs CaseSource::prefix.
  [[nodiscard]] virtual bool takes_new_names() const { return false; }
  /// What satisfies the last ones, where it knows and it is not the valuation's model; nullptr: it does not.
  [[nodiscard]] virtual const Model* witness() const { return nullptr; }
  /// The name of the seed that the last ones come from beside CaseSource::seed; empty: from none.
  [[nodiscard]] virtual std::string_view partner() const { return {}; }
  /// By which rules the last ones do so (see refuted_by_rules).
  [[nodiscard]] virtual std::vector<Rule> rules() const { return {}; }
};

/// A row of the registry.
struct StrategyRow {
  std::string_view name;
  std::string_view help;
  std::unique_ptr<Strategy> (*make)();
  bool needs_values = true;  ///< of the seed's formulas, under some assignment
  bool once = false;         ///< makes one early case of each seed, and no other
  /// It is drawn in one block of so many, and there so many times as often: it prepares more for a block than for a
  /// case.
  unsigned blocks = 1;
};
[[nodiscard]] const std::vector<StrategyRow>& strategy_rows();
[[nodiscard]] const StrategyRow* find_strategy(std::string_view name);

}  // namespace assay::smt
