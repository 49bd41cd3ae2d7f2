#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "analyzer/tune/recipe/recipe_mutations.hpp"
#include "analyzer/tune/space/precision.hpp"
#include "assay/analyzer/tune.hpp"

namespace assay::analyzer::tune {

/// What Algorithm 6 leaves open: GENERATERECIPE and ACCEPT.
class Generator {
 public:
  virtual ~Generator() = default;
  /// `longest`: the length that the round is about.
  [[nodiscard]] virtual Recipe generate(const Precision& precision, const Recipe& current, unsigned longest,
                                        core::Rng& rng) = 0;
  /// Whether the recipe that was generated last becomes the one to be mutated.
  [[nodiscard]] virtual bool accept(double current, double next, core::Rng& rng) = 0;
  /// Whether what it generates depends on no cost, so that several may be asked for at a time.
  [[nodiscard]] virtual bool independent() const { return false; }
};

/// TAILOR, Algorithm 6, turned inside out: EVALUATE is the caller's. Phase 1 looks for domains: i_dom * l recipes for
/// each length l up to l_max. Phase 2 looks for the settings of the best of them: i_set recipes.
///
/// The algorithm as printed has slips; the text tells what is meant:
/// - Line 5 starts at l = 0. The text: with the shortest recipes, l := 1. (No iterations for 0 either way.)
/// - Line 12 sets rec_best and cost_best. It sets rec_curr and cost_curr: the text has rec_curr for the recipe that is
///   to be mutated, and ACCEPT decides when it changes.
/// - Line 11 stands within line 9, where nothing but a new best recipe could ever be accepted. It stands beside it:
///   simulated annealing accepts recipes that cost more than the current one.
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
  core::Rng rng_;       ///< of recipes
  core::Rng accepts_;   ///< of ACCEPT
  core::Rng settings_;  ///< of phase 2
  Phase phase_ = Phase::Initial;
  unsigned length_ = 1;    ///< l
  std::size_t asked_ = 0;  ///< in this round of phase 1, or in phase 2
  Recipe best_, current_;
  double best_cost_ = std::numeric_limits<double>::infinity();
  double current_cost_ = std::numeric_limits<double>::infinity();
};

}  // namespace assay::analyzer::tune
