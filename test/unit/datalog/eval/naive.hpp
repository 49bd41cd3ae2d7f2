#pragma once

#include <set>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog::testing {

using Row = std::vector<Value>;
using Rows = std::set<Row>;

struct NaiveModel {
  std::vector<Rows> relations;
  /// True if, for some values, all literals of some rule hold except computations or aggregates without a value: every
  /// evaluation must have met these.
  bool overflow = false;
};

/// The perfect model by trying every value of its type for every variable, over and over. Shares no code with the
/// tested evaluator. Numbers must have few bits; no floats.
NaiveModel naive_model(const Program& program, unsigned integer_bits);

}  // namespace assay::datalog::testing
