#pragma once

#include <functional>
#include <string>

#include "assay/core/case.hpp"
#include "assay/core/tester.hpp"
#include "assay/smt/truth.hpp"

namespace assay::smt {

/// Whether the target still fails on the case in the way that counts. Each call is one run of the target.
using StillFails = std::function<bool(const core::Case&)>;

/// A smaller case, its truth kept (DESIGN section 4): every step is re-evaluated under the witness (Truth::Sat),
/// re-proved as a proposition (Truth::Unsat), or, where `keeps_truth` is given (a foreign script without a witness),
/// asked there.
[[nodiscard]] core::Case reduce_case(const core::Case& failing, const StillFails& still_fails,
                                     const core::ReduceBudget& budget,
                                     const std::function<bool(const core::Case&)>& keeps_truth = {});

}  // namespace assay::smt
