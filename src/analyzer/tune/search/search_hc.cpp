// Hill climbing with regular restarts (TAILOR, section 5.4.3).
#include "analyzer/tune/search/search_rows.hpp"
#include "analyzer/tune/search/two_phase_search.hpp"

namespace assay::analyzer::tune {
namespace {

/// Starts with a random compatible recipe, generates ten more from it, and starts again. The paper's best cost,
/// "equivalent to the current cost", is the best since the restart: a start is always accepted, and climbed from, even
/// if an earlier climb got further (rec_best of Algorithm 6 keeps that recipe). A start counts as an iteration. Its
/// length, which the paper does not give, is drawn from 1 to the round's length.
class HillClimbing final : public Generator {
 public:
  Recipe generate(const Precision& precision, const Recipe& current, unsigned longest, core::Rng& rng) override {
    starting_ = steps_ == 0;
    steps_ = (steps_ + 1) % (kClimb + 1);
    if (!starting_) return mutated(precision, current, longest, rng);
    const auto length = static_cast<unsigned>(rng.between(1, longest));
    return random_compatible_recipe(precision, length, rng);
  }
  bool accept(double current, double next, core::Rng& /*rng*/) override { return starting_ || next < current; }

 private:
  static constexpr unsigned kClimb = 10;
  unsigned steps_ = 0;
  bool starting_ = false;
};

}  // namespace

std::unique_ptr<Search> make_hc(const SearchTask& task) {
  return std::make_unique<TwoPhaseSearch>(task, std::make_unique<HillClimbing>());
}

}  // namespace assay::analyzer::tune
