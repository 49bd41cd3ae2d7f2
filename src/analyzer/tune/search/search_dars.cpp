// Domain-aware random sampling: no recipe has domains of comparable precision (TAILOR, section 5.4.3).
#include "analyzer/tune/search/search_rows.hpp"
#include "analyzer/tune/search/two_phase_search.hpp"

namespace assay::analyzer::tune {
namespace {

class DomainAwareSampling final : public Generator {
 public:
  Recipe generate(const Precision& precision, const Recipe& /*current*/, unsigned longest, core::Rng& rng) override {
    return random_compatible_recipe(precision, longest, rng);
  }
  bool accept(double /*current*/, double /*next*/, core::Rng& /*rng*/) override { return false; }
  [[nodiscard]] bool independent() const override { return true; }
};

}  // namespace

std::unique_ptr<Search> make_dars(const SearchTask& task) {
  return std::make_unique<TwoPhaseSearch>(task, std::make_unique<DomainAwareSampling>());
}

}  // namespace assay::analyzer::tune
