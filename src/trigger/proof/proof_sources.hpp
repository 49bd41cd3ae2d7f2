#pragma once

#include <memory>

#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// Instantiations in proofs and logs of other methods, the likeliest ways first.
[[nodiscard]] std::unique_ptr<TermSource> make_proof_source(const Workplace& work);
/// Chosen subsets of terms that are too many at once (Workplace::harvest).
[[nodiscard]] std::unique_ptr<TermSource> make_subset_source(const Workplace& work);
/// E-matching on the script as it is, where it was cut.
[[nodiscard]] std::unique_ptr<TermSource> make_plain_source(const Workplace& work);
/// Refutations by E-matching alone over ground terms that grow, some conjuncts let loose from their patterns.
[[nodiscard]] std::unique_ptr<TermSource> make_growth_source(const Workplace& work);

}  // namespace assay::trigger
