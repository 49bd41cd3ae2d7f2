#pragma once

#include "workers/llvm/notebook.hpp"
#include "workers/llvm/worker_session.hpp"

namespace assay::llvm_worker {

/// Queries LLVM's analyses about all values, edges and loops of a function, and writes the answers to the notebook.
void ask_everything(llvm::Function& function, Analyses& analyses, Notebook& notebook, Lie lie);

}  // namespace assay::llvm_worker
