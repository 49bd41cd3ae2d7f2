#pragma once

#include <string_view>
#include <vector>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer::ciao {

/// Smaller programs: without a predicate, a clause, a goal of a body; with an argument made simpler. Largest first.
[[nodiscard]] std::vector<Analyzer::Edit> smaller_programs(std::string_view source);

}  // namespace assay::analyzer::ciao
