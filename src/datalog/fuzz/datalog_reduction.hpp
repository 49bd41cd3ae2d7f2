#pragma once

#include <functional>

#include "assay/core/tester.hpp"
#include "assay/datalog/evaluate.hpp"
#include "case_text.hpp"

namespace assay::datalog {

using CaseFails = std::function<bool(const OpenCase&)>;

/// A smaller case that still fails, its truth kept: the shortest sequence of transformations first, then the program,
/// to which they are applied again. Where the reference knows the values, the pair is made smaller still, each step
/// checked by evaluation: the expectation must hold between what the two programs mean.
[[nodiscard]] OpenCase reduce_open_case(const OpenCase& failing, const Capabilities& capabilities,
                                        const EvaluationLimits& limits, const CaseFails& fails,
                                        const core::ReduceBudget& budget);

}  // namespace assay::datalog
