#pragma once

#include <cstddef>
#include <vector>

#include "analyzer/tune/space/tune.hpp"

/// Parf's parameters as random variables (Wang, Yang, Chen et al., "Parf: Adaptive Parameter Refining for Abstract
/// Interpretation", ASE 2024, sections 4.1 to 4.3; "Parf: An Adaptive Abstraction-Strategy Tuner for Static Analysis",
/// JCST 2025, tables 3 to 5).
///
/// According to the publications, each parameter is P = P_base + P_delta. P_base is one value, learned so far; P_delta
/// explores: for an integer Poisson(lambda), added; for a switch, or each element of a set, Bernoulli(q),
/// joined. After a round of samples:
/// - For each alarm the meet of the samples that are without it is the least precise setting known to prove it. The
///   new P_base is the join of the old P_base and the settings of all alarms.
/// - With c the share of samples that were analyzed within the limit, the scale is 2 c + 1 / samples (above 1: at least
///   half of them). lambda becomes scale * lambda, q becomes 1 - (1 - q)^scale.
///
/// The publications leave some details open. They are decided here as follows:
/// - A knob with an order is an integer, counted in steps along its values (cut off at the last); with two values a
///   switch. The publications' first distributions are in a table of another report; here lambda is 1 step, q is 1/2.
/// - A knob without an order, or with a partial order between domains, is no lattice. With probability q it gets a new
///   value that is not less precise, drawn uniformly. The meet of different values is the least of them, where
///   there is one, else the alarm says nothing about the knob. The join is the value that serves most alarms: it, or
///   something less precise, is their meet.
namespace assay::analyzer::tune::parf {

struct Delta {
  double lambda = 1;
  double q = 0.5;
};

/// A setting that was analyzed within the limit, and the alarms that it left.
struct AnalyzedSetting {
  Ingredient setting;
  std::vector<CheckKey> alarms;  ///< sorted
};

[[nodiscard]] Ingredient sample(const Space& space, const Ingredient& base, const Delta& delta, core::Rng& rng);
/// P_base after a round. `universe`: all alarms, sorted.
[[nodiscard]] Ingredient refined_base(const Space& space, const Ingredient& base,
                                      const std::vector<AnalyzedSetting>& results,
                                      const std::vector<CheckKey>& universe);
[[nodiscard]] Delta refined_delta(const Delta& delta, std::size_t completed, std::size_t samples);

/// Rounds of samples around P_base.
class Rounds {
 public:
  Rounds(const Space& space, core::Rng rng) : space_(space), rng_(rng), base_(space.standard()) {}

  [[nodiscard]] const Ingredient& base() const { return base_; }
  [[nodiscard]] Ingredient draw() { return sample(space_, base_, delta_, rng_); }
  /// Learns from runs that were not samples.
  void learn(const std::vector<AnalyzedSetting>& results);
  /// Learns from a round with this number of samples; `results`: the samples that were analyzed within the limit.
  void learn(const std::vector<AnalyzedSetting>& results, std::size_t samples);

 private:
  const Space& space_;
  core::Rng rng_;
  Ingredient base_;
  Delta delta_;
  std::vector<CheckKey> universe_;  ///< alarms of all runs, as the first run may fail
};

/// The limit of the first round's samples: max(2 * time of the first run, 0.1 * budget), at most the budget; each
/// further round has twice the limit. (The paper's line 3 has the factors exchanged: 0.1 and 2 fit the paper's text and
/// experiments only in this order.)
[[nodiscard]] double first_limit(double first_run_seconds, double budget_seconds);

}  // namespace assay::analyzer::tune::parf
