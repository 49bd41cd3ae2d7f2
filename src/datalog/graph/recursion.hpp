#pragma once

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// The kinds of recursion in a program, as languages distinguish them.
struct RecursionUse {
  bool mutual = false;      ///< a component of the precedence graph has several relations
  bool non_linear = false;  ///< a rule has several positive atoms of its head's component
};
[[nodiscard]] RecursionUse recursion_of(const Program& program);

}  // namespace assay::datalog
