#pragma once

#include <string_view>
#include <vector>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer::ciao {

/// Smaller programs: without a predicate, a clause or a goal; with a simpler argument. Largest edit first.
[[nodiscard]] std::vector<Analyzer::Edit> smaller_programs(std::string_view source);

}  // namespace assay::analyzer::ciao
