#pragma once

#include <functional>
#include <string>
#include <vector>

#include "assay/analyzer/analyzer.hpp"
#include "assay/core/budget.hpp"

namespace assay::analyzer {

/// Makes a text smaller by edits. `edits_of` gives the candidates for a text, the most promising first; `fails` says
/// whether a text still shows what is wanted. Four kinds of edits take turns, until none of them helps: rewritings of
/// the whole text, one by one; what can be left out, outer before inner, in halves, quarters, and so on (hierarchical
/// delta debugging: Misherghi and Su, HDD, ICSE 2006; the chunks are those of Zeller and Hildebrandt's ddmin); other
/// edits; and the rewritings of the whole text that stand behind them. What helped is followed by more of its kind, not
/// by a new beginning. No text is tried twice, and each accepted one is smaller, so it ends.
[[nodiscard]] std::string reduce_by_edits(
    std::string text, const std::function<std::vector<Analyzer::Edit>(const std::string&)>& edits_of,
    const std::function<bool(const std::string&)>& fails, core::ReductionClock& clock);

}  // namespace assay::analyzer
