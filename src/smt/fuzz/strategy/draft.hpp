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

/// A formula that a draft asserts.
struct Assertion {
  TermId term;
  bool by_solvers = false;  ///< its truth comes from reference solvers, not from Assay's evaluator
  bool in_core = false;     ///< part of the planted contradiction
};

/// Terms and an assignment of their constants.
struct Workplace {
  std::shared_ptr<Fragments> fragments;
  std::shared_ptr<Valuation> valuation;
};

// Evidence: why the truth of a draft is known.
/// The valuation satisfies every assertion by construction.
struct HoldsByConstruction {};
/// This model satisfies every assertion. The case builder evaluates the assertions under the model to check that.
struct Witness {
  Model model;
};
/// The assertions are unsatisfiable if the seed's assertions are.
struct RefutedWithSeed {};
/// The assertions with `in_core` are unsatisfiable; refuted_by_rules proves that from these rules.
struct RuleContradiction {
  std::vector<Rule> rules;
};
/// The truth is open. The case builder evaluates the assertions, and enumerates assignments of small sorts.
struct NoEvidence {};
using Evidence = std::variant<HoldsByConstruction, Witness, RefutedWithSeed, RuleContradiction, NoEvidence>;

/// Which part of the seed's incremental structure (push, pop, checks) the script of a draft can keep.
enum class DraftLayout {
  Flat,           ///< nothing
  SeedPositions,  ///< assertion i replaces the seed's assertion i: the script may keep the seed's levels and checks
  SeedLevels,     ///< like SeedPositions, and the script must keep the seed's levels and checks
};

/// The result of a strategy: the assertions of a case before they are laid out as a script.
struct Draft {
  std::vector<Assertion> assertions;  ///< at least one
  Evidence evidence;
  DraftLayout layout = DraftLayout::Flat;
  std::optional<Workplace> own = {};   ///< the store of the terms; nullopt: the seed's store
  std::string_view partner_seed = {};  ///< name of the second seed in the corpus; empty: the draft uses one seed
};

/// A flat draft; nullopt if `assertions` is empty.
[[nodiscard]] inline std::optional<Draft> draft_of(std::vector<Assertion> assertions, Evidence evidence) {
  if (assertions.empty()) return std::nullopt;
  return Draft{std::move(assertions), std::move(evidence)};
}

}  // namespace assay::smt
