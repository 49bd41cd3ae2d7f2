#pragma once

#include <string>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// What shows outside of Assay that a fact about a function in LLVM IR is broken: the function as it stood when it was
/// asked about, with a call that prints the value, and a `main` with the input. `witness`: what the worker said.
[[nodiscard]] Result<Reproducer> llvm_fact_reproducer(const Program& program, const Fact& fact,
                                                      const std::string& witness);

/// The same for a pass that does not refine: the function before and after it. `words`: what the worker said. Only
/// where both give a number: what a run would show of poison means nothing.
[[nodiscard]] Result<Reproducer> llvm_pass_reproducer(const Program& program, const std::string& words);

}  // namespace assay::analyzer
