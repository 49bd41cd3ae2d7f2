#pragma once

#include <memory>
#include <optional>

#include "analyzer/check/tree/c_tree.hpp"
#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// The file with notes of where the loops of its drivers stand (functions without parameters, `main` among them), and
/// the file with one of these drivers alone, whose loops are the one turn that was noted. Numbers of tables stand in
/// their places then: as they are, or read as volatile, so that an optimiser does not see them. Nothing: no driver of
/// the file has a loop with a counter of its own.
[[nodiscard]] std::optional<Analyzer::Traced> c_traced(std::shared_ptr<const CTree> tree);

}  // namespace assay::analyzer
