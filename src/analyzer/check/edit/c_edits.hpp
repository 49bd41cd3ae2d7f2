#pragma once

#include <vector>

#include "analyzer/check/tree/c_tree.hpp"
#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// Candidates for a reduction of a C file, the largest first: see CChecker::edits. Many do not compile, or change the
/// program's behaviour, so the caller has to try them.
[[nodiscard]] std::vector<Analyzer::Edit> c_edits(const CTree& tree);

}  // namespace assay::analyzer
