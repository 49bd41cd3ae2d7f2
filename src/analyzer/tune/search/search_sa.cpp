// Simulated annealing (TAILOR, section 5.4.3).
#include "analyzer/tune/search/search_rows.hpp"
#include "analyzer/tune/search/two_phase_search.hpp"

namespace assay::analyzer::tune {
namespace {

/// A recipe that costs more than the current one is accepted with a probability that the paper describes but does not
/// define: inversely proportional to the cost increase d and to the number n of recipes explored so far, high for a
/// small increase and at the beginning. Here it is 1 / (1 + d n). Costs are shares of all checks, so after 20 recipes
/// a recipe that proves 5 % less is accepted every second time. A recipe over the budget never replaces one within it.
class SimulatedAnnealing final : public Generator {
 public:
  Recipe generate(const Precision& precision, const Recipe& current, unsigned longest, core::Rng& rng) override {
    ++explored_;
    return mutated(precision, current, longest, rng);
  }
  bool accept(double current, double next, core::Rng& rng) override {
    const double draw = static_cast<double>(rng.below(kDraws)) / kDraws;
    if (next <= current) return true;  // both may be infinite
    return draw < 1 / (1 + (next - current) * explored_);
  }

 private:
  static constexpr std::uint64_t kDraws = std::uint64_t{1} << 32;
  unsigned explored_ = 0;
};

}  // namespace

std::unique_ptr<Search> make_sa(const SearchTask& task) {
  return std::make_unique<TwoPhaseSearch>(task, std::make_unique<SimulatedAnnealing>());
}

}  // namespace assay::analyzer::tune
