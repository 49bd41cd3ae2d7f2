#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "smt/fuzz/seed/fragments.hpp"
#include "smt/fuzz/seed/valuation.hpp"
#include "smt/rules/rules.hpp"

namespace assay::smt {

/// A formula of a draft.
struct Assertion {
  TermId term;
  bool by_solvers = false;  ///< reference solvers say that it holds, not our evaluator
  bool in_core = false;     ///< it belongs to the planted contradiction
};

/// Terms and an assignment of their constants.
struct Workplace {
  std::shared_ptr<Fragments> fragments;
  std::shared_ptr<Valuation> valuation;
};

// Why the truth of a draft is known.
/// The valuation satisfies every assertion by construction.
struct HoldsByConstruction {};
/// This model satisfies every assertion. The generator evaluates it before it believes it.
struct Witness {
  Model model;
};
/// The assertions contradict each other if those of the seed do.
struct RefutedWithSeed {};
/// The assertions in the core contradict each other: these rules prove it (refuted_by_rules).
struct Contradiction {
  std::vector<Rule> rules;
};
/// Nobody knows yet. The generator evaluates, and enumerates small sorts.
struct NotKnown {};
using Evidence = std::variant<HoldsByConstruction, Witness, RefutedWithSeed, Contradiction, NotKnown>;

/// Which of the seed's structure a draft can keep.
enum class DraftLayout {
  Flat,           ///< none
  SeedPositions,  ///< one assertion for each of the seed's, in its order: levels and checks of the seed are possible
  SeedLevels,     ///< the same, and the seed's levels and checks are the only layout
};

/// A script before it is assembled: what a strategy makes of a seed.
struct Draft {
  std::vector<Assertion> assertions;  ///< at least one
  Evidence evidence;
  DraftLayout layout = DraftLayout::Flat;
  std::optional<Workplace> own = {};   ///< of the terms; nothing: they are in the seed's store
  std::string_view partner_seed = {};  ///< the name of the second seed, as the corpus has it; empty: one seed
};

/// A flat draft; nothing without assertions.
[[nodiscard]] inline std::optional<Draft> draft_of(std::vector<Assertion> assertions, Evidence evidence) {
  if (assertions.empty()) return std::nullopt;
  return Draft{std::move(assertions), std::move(evidence)};
}

}  // namespace assay::smt
