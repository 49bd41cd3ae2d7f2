#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "workers/llvm/ask.hpp"
#include "workers/llvm/planter.hpp"
#include "workers/llvm/worker_session.hpp"

namespace assay::llvm_worker {
namespace {

std::string run_pipelines(llvm::Module& module, const Request& request) {
  for (const std::string& pipeline : request.pipelines) {
    current_work = "passes before the questions";
    Analyses analyses(nullptr);
    llvm::ModulePassManager passes;
    if (llvm::Error error = analyses.builder.parsePassPipeline(passes, pipeline))
      return "pipeline " + pipeline + ": " + llvm::toString(std::move(error));
    passes.run(module, analyses.modules);
  }
  return {};
}

}  // namespace

std::unique_ptr<llvm::Module> read_module(const std::string& path, llvm::LLVMContext& context, std::string& problem) {
  llvm::SMDiagnostic diagnostic;
  current_work = "reading the module";
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(path, diagnostic, context);
  if (!module) problem = "line " + std::to_string(diagnostic.getLineNo()) + ": " + diagnostic.getMessage().str();
  return module;
}

std::string write_module(const llvm::Module& module, const std::string& path) {
  std::string wrong;
  llvm::raw_string_ostream stream(wrong);
  if (llvm::verifyModule(module, &stream)) return "the changed module is invalid: " + stream.str().substr(0, 500);
  std::error_code error;
  llvm::raw_fd_ostream file(path, error, llvm::sys::fs::OF_None);
  if (error) return path + ": " + error.message();
  llvm::WriteBitcodeToFile(module, file);
  return {};
}

Report put_checks(const Request& request) {
  Report report;
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = read_module(request.read_from, context, report.problem);
  if (!module) return report;
  report.problem = run_pipelines(*module, request);
  if (!report.problem.empty()) return report;
  Ledger ledger;
  Planter planter(*module, request.first_fact, request.numbers);
  planter.adopt_invariants(ledger, request.lie);
  current_work = "questions from outside";
  if (!request.invariants_alone) {
    Analyses analyses(nullptr);
    for (llvm::Function& function : *module) {
      if (function.isDeclaration()) continue;
      ++report.functions;
      Notebook notebook(ledger, request.lie);
      notebook.look_at(function, planter.planned());
      ask_everything(function, analyses, notebook, request.lie);
    }
  }
  current_work = "putting checks in";
  planter.plant(ledger);
  report.problem = write_module(*module, request.write_to);
  report.claims = std::move(ledger.claims());
  report.unread = std::move(ledger.unread);
  current_work = "";
  return report;
}

}  // namespace assay::llvm_worker
