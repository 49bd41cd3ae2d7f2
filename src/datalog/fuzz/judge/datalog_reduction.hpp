#pragma once

#include <functional>

#include "assay/datalog/evaluate.hpp"
#include "core/case/tester.hpp"
#include "datalog/fuzz/case/case_text.hpp"

namespace assay::datalog {

using CaseFails = std::function<bool(const OpenCase&)>;

/// Returns a smaller case that still fails. The sequence of transformations is shortened first, then the program to
/// which the transformations are applied again. If the reference knows the values, both programs of the pair are
/// reduced further, and evaluation checks at each step that the expectation holds between what the two programs mean.
///
/// A candidate is written and parsed before it is run, because a replay has only the text. At the end, the smallest
/// case is run twice more. If it passes (an engine that fails only sometimes), it is refused, and the reduction
/// continues from the smallest earlier case that fails both times. Without such a case, the result is `failing`.
[[nodiscard]] core::Case reduce_case(const core::Case& failing, const Capabilities& capabilities,
                                     const EvaluationLimits& limits, const CaseFails& fails,
                                     const core::ReduceBudget& budget);

}  // namespace assay::datalog
