#include <utility>

#include "smt/fuzz/strategy/strategy.hpp"

namespace assay::smt {
namespace {

/// The seed unchanged, with its levels and checks: tests of a later release may find bugs in an earlier one.
class Original final : public Strategy {
 public:
  std::optional<Draft> make(const CaseSource& source, core::Rng& /*rng*/) override {
    std::vector<Assertion> result;
    for (const TermId term : source.seed.assertions) result.push_back({term});
    auto draft = draft_of(std::move(result), NoEvidence{});
    if (draft) draft->layout = DraftLayout::SeedLevels;
    return draft;
  }
};

}  // namespace

std::unique_ptr<Strategy> make_original() { return std::make_unique<Original>(); }

}  // namespace assay::smt
