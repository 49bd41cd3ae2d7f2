#pragma once

#include <set>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog::testing {

using Row = std::vector<Value>;
using Rows = std::set<Row>;

struct NaiveModel {
  std::vector<Rows> relations;
  /// All literals of some rule hold for some values but for computations or aggregates that have no value: whoever
  /// evaluates it must have met these.
  bool overflow = false;
};

/// The perfect model by trying every value of its type for every variable, over and over. Shares nothing with the
/// evaluator that it tests. Numbers must be of a few bits; no floats.
NaiveModel naive_model(const Program& program, unsigned integer_bits);

}  // namespace assay::datalog::testing
