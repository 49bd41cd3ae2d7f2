#pragma once

#include <functional>
#include <vector>

#include "assay/datalog/program.hpp"
#include "datalog/transform/transform.hpp"

namespace assay::datalog {

/// Whether a program still fails in the same way. Returns false if the budget is used up.
using StillFails = std::function<bool(const Program&)>;

/// Makes a program smaller as long as it still fails. Drops rules, relations, facts, literals, heads, columns,
/// qualifiers and lines of a seed's text; merges variables and simplifies constants; replaces rules by the tuples that
/// they derive; prints an earlier relation instead. `still_fails` is called with safe, typed and stratified programs
/// only. Returns the program itself if no smaller program fails.
[[nodiscard]] Program reduce_program(const Program& program, const StillFails& still_fails);

/// A shortest subsequence of the steps that still fails, as far as delta debugging finds it.
[[nodiscard]] std::vector<Step> reduce_steps(const std::vector<Step>& steps,
                                             const std::function<bool(const std::vector<Step>&)>& still_fails);

}  // namespace assay::datalog
