#pragma once

#include "workers/llvm/notebook.hpp"
#include "workers/llvm/worker_session.hpp"

namespace assay::llvm_worker {

/// Asks LLVM's analyses from outside about everything in a function, and writes the answers down.
void ask_everything(llvm::Function& function, Analyses& analyses, Notebook& notebook, Lie lie);

}  // namespace assay::llvm_worker
