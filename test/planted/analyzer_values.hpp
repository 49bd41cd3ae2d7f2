#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analyzer/check/source/c_checker.hpp"
#include "analyzer/target/analyzer.hpp"
#include "analyzer_lies.hpp"

namespace assay::analyzer {

/// All facts of a value analysis of a C file: intervals, known bits, truth of conditions, points never reached. The
/// analysis follows the statements of each function once; variables that a loop writes are unknown in it, except
/// counters of the form `for (i = a; i < b; ++i)`. It tracks only local variables whose address is not taken. With a
/// lie, it is wrong in one place.
[[nodiscard]] std::vector<Fact> value_facts(const CTree& tree, const std::string& file, Lie lie);

/// The same as an analyzer under test. An Error names the compiler that is missing.
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_values_analyzer(Lie lie);

}  // namespace assay::analyzer
