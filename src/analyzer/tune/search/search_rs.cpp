// Random sampling (TAILOR, section 5.4.3).
#include "analyzer/tune/search/search_rows.hpp"
#include "analyzer/tune/search/two_phase_search.hpp"

namespace assay::analyzer::tune {
namespace {

class RandomSampling final : public Generator {
 public:
  Recipe generate(const Precision& precision, const Recipe& /*current*/, unsigned longest, core::Rng& rng) override {
    return random_recipe(precision, longest, rng);
  }
  bool accept(double /*current*/, double /*next*/, core::Rng& /*rng*/) override { return false; }
  [[nodiscard]] bool independent() const override { return true; }
};

}  // namespace

std::unique_ptr<Search> make_rs(const SearchTask& task) {
  return std::make_unique<TwoPhaseSearch>(task, std::make_unique<RandomSampling>());
}

}  // namespace assay::analyzer::tune
