#pragma once

#include <memory>

#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// Takes terms from the instantiations in proofs and logs of other methods, most promising methods first.
[[nodiscard]] std::unique_ptr<TermSource> make_proof_source(const Workplace& work);
/// Tries subsets of the sets of terms in Workplace::harvest, with which E-matching was cut.
[[nodiscard]] std::unique_ptr<TermSource> make_subset_source(const Workplace& work);
/// Repeats E-matching on the script without new terms with higher limits, if the first limit cut it.
[[nodiscard]] std::unique_ptr<TermSource> make_plain_source(const Workplace& work);
/// Takes terms from refutations by E-matching over a growing set of ground terms (Universe), with which some conjuncts
/// are instantiated regardless of their patterns.
[[nodiscard]] std::unique_ptr<TermSource> make_growth_source(const Workplace& work);

}  // namespace assay::trigger
