#pragma once

#include <functional>
#include <vector>

#include "assay/datalog/program.hpp"
#include "datalog/transform/transform.hpp"

namespace assay::datalog {

/// Whether a program still fails in the same way; false, too, when the budget is used up.
using StillFails = std::function<bool(const Program&)>;

/// Makes a program smaller while it fails: prints an earlier relation, gives relations the tuples that their rules
/// derive, drops rules, relations, facts, literals, heads and columns, merges
/// variables, makes constants simpler, forgets options. Every program that is asked about is safe, typed and
/// stratified. A seed's own text loses lines. Returns the program itself when nothing helps.
[[nodiscard]] Program reduce_program(const Program& program, const StillFails& still_fails);

/// The shortest subsequence found of the steps that still fails (they stay in their order).
[[nodiscard]] std::vector<Step> reduce_steps(const std::vector<Step>& steps,
                                             const std::function<bool(const std::vector<Step>&)>& still_fails);

}  // namespace assay::datalog
