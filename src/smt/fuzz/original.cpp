#include "smt/fuzz/fuzz_strategies.hpp"

namespace assay::smt {
namespace {

class Original final : public Strategy {
 public:
  std::vector<Assertion> assertions(const CaseSource& source, core::Rng& /*rng*/) override {
    std::vector<Assertion> result;
    for (const TermId term : source.seed.assertions) result.push_back({term});
    return result;
  }
  [[nodiscard]] bool leaves_logic() const override { return false; }
  [[nodiscard]] bool keeps_truth() const override { return false; }
  [[nodiscard]] bool are_aligned() const override { return true; }
  [[nodiscard]] bool keeps_layout() const override { return true; }
};

}  // namespace

std::unique_ptr<Strategy> make_original() { return std::make_unique<Original>(); }

}  // namespace assay::smt
