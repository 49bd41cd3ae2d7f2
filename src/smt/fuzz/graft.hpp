#pragma once

#include <memory>

#include "smt/fuzz/strategy.hpp"

namespace assay::smt {

/// Replaces sub-terms of any sort by others that have the same value under the witness; every resulting assertion is
/// evaluated again, and negated when it has become false.
[[nodiscard]] std::unique_ptr<Strategy> make_graft();

}  // namespace assay::smt
