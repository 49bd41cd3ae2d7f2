#pragma once

#include "assay/datalog/program.hpp"
#include "core/rng/rng.hpp"

namespace assay::datalog::testing {

struct RandomShape {
  unsigned integer_bits = 4;
  bool positive_only = false;  ///< only atoms that are not negated, comparisons and computations
};

/// A tiny program that passes check(), over all constructs of the evaluator except floats.
Program random_program(core::Rng& rng, const RandomShape& shape);

}  // namespace assay::datalog::testing
