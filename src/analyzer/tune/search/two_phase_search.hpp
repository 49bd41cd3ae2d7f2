#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "analyzer/tune/recipe/recipe_mutations.hpp"
#include "analyzer/tune/space/precision.hpp"
#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// The open parts of Algorithm 6: GENERATERECIPE and ACCEPT.
class Generator {
 public:
  virtual ~Generator() = default;
  /// `longest`: the length of the round's recipes.
  [[nodiscard]] virtual Recipe generate(const Precision& precision, const Recipe& current, unsigned longest,
                                        core::Rng& rng) = 0;
  /// Whether the last generated recipe becomes the current recipe, which is mutated next.
  [[nodiscard]] virtual bool accept(double current, double next, core::Rng& rng) = 0;
  /// Whether generated recipes do not depend on costs, so that several may be proposed at a time.
  [[nodiscard]] virtual bool independent() const { return false; }
};

/// TAILOR, Algorithm 6, turned inside out: the caller does EVALUATE. Phase 1 searches domains: i_dom * l recipes for
/// each length l up to l_max. Phase 2 searches the settings of the best recipe: i_set recipes.
///
/// The printed algorithm has slips; its text shows the intention:
/// - Line 5 starts at l = 0. The text: with the shortest recipes, l := 1. (No iterations for 0 either way.)
/// - Line 12 sets rec_best and cost_best instead of rec_curr and cost_curr: in the text, rec_curr is the recipe to
/// mutate, and ACCEPT decides when it changes.
/// - Line 11 stands within line 9, where only a new best recipe could ever be accepted. It belongs beside line 9:
/// simulated annealing accepts recipes that cost more than the current one.
/// - Line 15 counts to l_max. The text: i_set random settings.
class TwoPhaseSearch final : public Search {
 public:
  TwoPhaseSearch(const SearchTask& task, std::unique_ptr<Generator> generator);

  [[nodiscard]] std::vector<Proposal> ask() override;
  void tell(std::span<const Evaluation> evaluations) override;

 private:
  enum class Phase : std::uint8_t { Initial, Domains, Settings };

  [[nodiscard]] std::vector<Proposal> ask_domains();
  [[nodiscard]] std::vector<Proposal> ask_settings();
  void hear(const Evaluation& evaluation);

  SearchTask task_;
  Precision precision_;
  std::unique_ptr<Generator> generator_;
  core::Rng rng_;       ///< for recipes
  core::Rng accepts_;   ///< for ACCEPT
  core::Rng settings_;  ///< for phase 2
  Phase phase_ = Phase::Initial;
  unsigned length_ = 1;    ///< l
  std::size_t asked_ = 0;  ///< number of proposals in this round of phase 1, or in phase 2
  Recipe best_, current_;
  double best_cost_ = std::numeric_limits<double>::infinity();
  double current_cost_ = std::numeric_limits<double>::infinity();
};

}  // namespace assay::analyzer::tune
