#pragma once

#include <functional>
#include <string>
#include <vector>

#include "assay/analyzer/analyzer.hpp"
#include "assay/core/budget.hpp"

namespace assay::analyzer {

/// Makes a text smaller by edits (hierarchical delta debugging: Misherghi and Su, HDD, ICSE 2006; the chunks are those
/// of Zeller and Hildebrandt's ddmin). `edits_of` gives the candidates for a text, the largest first; `fails` says
/// whether a text still shows what is wanted. Each accepted text is smaller, so it ends.
[[nodiscard]] std::string reduce_by_edits(
    std::string text, const std::function<std::vector<Analyzer::Edit>(const std::string&)>& edits_of,
    const std::function<bool(const std::string&)>& fails, core::ReductionClock& clock);

}  // namespace assay::analyzer
