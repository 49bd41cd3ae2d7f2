#pragma once

#include <memory>
#include <optional>

#include "analyzer/check/tree/c_tree.hpp"
#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// The file with notes of the current iteration of its drivers' loops (drivers are functions without parameters,
/// including `main`). `narrowed` gives the file with a single driver, whose loops are replaced by the noted iteration.
/// Elements of tables are then written as numbers, plain or read as volatile (so that an optimiser does not see them).
/// Nullopt: no driver of the file has a loop with a counter of its own.
[[nodiscard]] std::optional<Analyzer::Traced> c_traced(std::shared_ptr<const CTree> tree);

}  // namespace assay::analyzer
