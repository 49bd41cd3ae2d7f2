#pragma once

#include <memory>

#include "assay/analyzer/analyzer.hpp"
#include "assay/base/result.hpp"

namespace assay::analyzer {

/// LLVM's analyses and passes on modules of LLVM IR, asked and checked by the worker assay-llvm-worker
/// (docs/dev/analyzer-llvm.md). An Error where the worker was not built.
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_llvm(const Definition& definition);

/// The same for C: clang makes LLVM IR of it at several levels, the worker puts checks into that, llc and gcc build it.
/// An Error where the worker was not built, or one of these programs is missing.
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_llvm_c(const Definition& definition);

}  // namespace assay::analyzer
