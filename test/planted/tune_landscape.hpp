#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// An invented analyzer: the proofs and costs of each configuration are known by construction, so the best recipe is
/// known, too. It runs no processes and reads no clock.
///
/// Landscapes of one family are like projects of one kind: the same few needs (a domain, a setting) prove most of what
/// can be proved. One need proves half of it; the shares differ from landscape to landscape. So a search profits from
/// earlier landscapes. Costs have cliffs: for some domains a setting beyond a point takes a hundred times as long.
struct LandscapeOptions {
  std::uint64_t family = 1;
  std::uint64_t seed = 1;     ///< of this landscape in its family
  std::size_t checks = 100;   ///< at most kMaxChecks
  double seconds = 10;        ///< the budget, to which costs are scaled
  bool lists_proved = false;  ///< outcomes list proved checks, too; otherwise only alarms, as Eva
  bool assumptions = false;   ///< some checks are proved if another check is assumed
  bool with_unsound = false;  ///< the setting "trust" may be on: everything is "proved"
  unsigned strange = 0;       ///< percent of checks with a need of their own, unlike in any other landscape
  double noise = 0;           ///< costs differ from run to run by up to this factor (0.1: ten percent)
  // Percentages of configurations, without the default configuration:
  unsigned crash = 0;    ///< end in a crash
  unsigned silent = 0;   ///< end normally without output: no alarm, no proof
  unsigned hang = 0;     ///< never end
  unsigned flicker = 0;  ///< are nondeterministic: each run misses some of the proofs
  bool rejects = false;  ///< the analyzer does not know engine=old
  /// A check of this function needs unroll=64 there, and no domain (`only_in`); unrolling takes far too long,
  /// in every domain, because of one function (`steep`). Then "unroll" and "delay" have a value for one function alone.
  std::optional<std::size_t> only_in;
  std::size_t steep = 0;
  bool local_words = true;  ///< of `only_in`; without them there are no values for one function alone
};

class Landscape final : public Subject {
 public:
  static constexpr std::size_t kMaxChecks = 256;
  using Set = std::bitset<kMaxChecks>;

  explicit Landscape(const LandscapeOptions& options);

  [[nodiscard]] const Space& space() const override { return space_; }
  [[nodiscard]] std::string identity() const override;
  [[nodiscard]] bool lists_checks() const override { return options_.lists_proved; }
  [[nodiscard]] bool passes_assumptions() const override { return options_.assumptions; }
  [[nodiscard]] Outcome run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed, const RunLimits& limits,
                            const std::stop_token& stop) override;

  [[nodiscard]] Budget budget() const;
  /// How often `run` was called.
  [[nodiscard]] std::size_t runs() const;

  // The truth: without noise, without assumptions.

  /// The checks that the configuration proves, if it ends normally.
  [[nodiscard]] Set proves(const Ingredient& ingredient) const;
  [[nodiscard]] double seconds(const Ingredient& ingredient) const;
  /// True if it crashes, hangs, prints nothing, flickers or is rejected, so that no recipe may use it.
  [[nodiscard]] bool misbehaves(const Ingredient& ingredient) const;
  [[nodiscard]] std::vector<Ingredient> all() const;

  /// The numbers of checks that well-behaved configurations can prove within the budget.
  struct Truth {
    std::size_t provable = 0;  ///< by any configuration, without a budget
    std::size_t by_default = 0;
    std::size_t by_static = 0;  ///< by the best configuration alone
    std::size_t by_recipe = 0;  ///< by the best recipe of up to three
    Ingredient best_static;
    Recipe best_recipe;
  };
  /// Exact: tries all configurations, and all recipes of configurations that no other configuration replaces.
  [[nodiscard]] Truth truth() const;

 private:
  /// A domain at least as precise as `domain`, and values of knobs at least as high as in `least`.
  struct Need {
    std::size_t domain = 0;
    std::vector<std::pair<std::size_t, std::size_t>> least;
    Set checks;  ///< checks that are proved if the need is met
  };
  enum class Conduct : std::uint8_t { Good, Crashes, Silent, Hangs, Flickers, Rejected };

  [[nodiscard]] Need drawn_need(core::Rng& rng) const;
  void draw_checks(core::Rng& family, core::Rng& rng);
  void draw_costs(core::Rng& rng);
  [[nodiscard]] bool met(const Need& need, const Ingredient& ingredient) const;
  [[nodiscard]] Conduct conduct(const Ingredient& ingredient) const;
  [[nodiscard]] std::uint64_t hash(const Ingredient& ingredient) const;
  [[nodiscard]] Set with_assumed(const Set& proved, const std::vector<CheckKey>& assumed) const;
  [[nodiscard]] CheckKey key(std::size_t check) const;
  [[nodiscard]] Ingredient inside(const Ingredient& ingredient, std::size_t function) const;
  [[nodiscard]] double factor(const Ingredient& ingredient, bool cliffs) const;

  LandscapeOptions options_;
  Space space_;
  std::vector<Need> needs_;
  std::vector<std::size_t> helper_;  ///< the helper of each check; itself: none
  double base_seconds_ = 1;
  std::vector<std::optional<std::size_t>> cliff_;  ///< of each domain: the value of "unroll" at which the cliff begins
  mutable std::mutex mutex_;
  std::map<Ingredient, unsigned> count_;  ///< runs of each configuration
  std::size_t runs_ = 0;
};

}  // namespace assay::analyzer::tune
