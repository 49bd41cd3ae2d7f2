#pragma once

#include <memory>

#include "smt/fuzz/strategy.hpp"

namespace assay::smt {

/// Any well-sorted mutant of a seed's assertions, its truth unknown: operators, constants, arguments, quantifiers and
/// whole terms are changed (mutations.hpp). What solvers answer, and what our evaluator makes of their models, tells
/// the truth afterwards.
[[nodiscard]] std::unique_ptr<Strategy> make_mutate();

}  // namespace assay::smt
