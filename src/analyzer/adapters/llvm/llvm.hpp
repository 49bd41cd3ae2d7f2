#pragma once

#include <memory>

#include "analyzer/target/analyzer.hpp"
#include "assay/base/result.hpp"

namespace assay::analyzer {

/// LLVM's analyses and passes on modules of LLVM IR, which the worker assay-llvm-worker runs and checks
/// (docs/dev/analyzer-llvm.md). An Error if the worker was not built.
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_llvm(const Definition& definition);

/// The same for C: clang compiles it to LLVM IR at several levels, the worker inserts checks, llc and gcc build it. An
/// Error if the worker was not built, or such a program is missing.
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_llvm_c(const Definition& definition);

}  // namespace assay::analyzer
