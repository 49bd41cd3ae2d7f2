#pragma once

#include <memory>

#include "smt/fuzz/strategy.hpp"

namespace assay::smt {

/// Formulas over constants of small finite sorts, quantified ones among them: our evaluator tries every assignment, so
/// that contradictions are known as well as what is satisfiable. Of a seed it takes the theories only.
[[nodiscard]] std::unique_ptr<Strategy> make_tiny();

}  // namespace assay::smt
