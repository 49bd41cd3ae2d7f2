#pragma once

#include <llvm/Passes/PassBuilder.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workers/llvm/ledger.hpp"
#include "workers/llvm/lies.hpp"
#include "workers/llvm/planter.hpp"

namespace assay::llvm_worker {

/// LLVM's analyses of a module, computed on demand.
struct Analyses {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;

  explicit Analyses(llvm::PassInstrumentationCallbacks* callbacks);
};

/// A request: a module and the work to do with it.
struct Request {
  std::vector<std::string> pipelines;  ///< in the syntax of opt -passes; each starts with the original module
  unsigned inputs = 1U << 16;          ///< maximum number of inputs of a function
  unsigned inputs_inside = 256;        ///< maximum number of inputs for versions in the middle of a pass
  std::uint64_t steps = 1'000'000;     ///< maximum steps on one version of a function; further inputs are skipped
  /// For a program that runs as machine code: the module's file, the output file with checks, and the number of the
  /// first fact.
  std::string read_from, write_to;
  unsigned first_fact = 0;
  bool invariants_alone = false;  ///< check only the module's own invariants; query no analyses
  Numbers numbers = Numbers::Machine;
  bool candidates = false;        ///< only make smaller modules (candidates_of)
  bool assertions = false;        ///< only mark the module's assertions (mark_assertions)
  std::vector<unsigned> assumed;  ///< numbers of assertions that become assumptions, without duplicates
  std::string only_function;      ///< the function whose body is kept; empty: all bodies are kept
  Lie lie = Lie::None;
};

/// The answer to a request.
struct Report {
  std::vector<Claim> claims;
  std::map<std::string, std::uint64_t> unread;
  std::vector<std::string> miscompiled;  ///< texts with the pass, the problem, and the functions before and after
  std::string problem;                   ///< the reason why the module cannot be read or processed, or empty
  std::uint64_t judged = 0;              ///< number of evaluated checks
  std::uint64_t functions = 0;
};

/// Reads the module, queries the analyses, runs the passes, and runs the checks.
[[nodiscard]] Report look_at(std::string_view module, const Request& request);

/// Reads a module from a file, runs the pipelines, queries the analyses, inserts checks (see Planter) and writes it.
[[nodiscard]] Report put_checks(const Request& request);

/// Smaller modules that may show the same problem: without a function, branch, instruction or flag. Larger reductions
/// come first.
[[nodiscard]] std::vector<std::string> candidates_of(std::string_view module);

/// Reads bitcode or text. Null after an error, which `problem` describes.
[[nodiscard]] std::unique_ptr<llvm::Module> read_module(const std::string& path, llvm::LLVMContext& context,
                                                        std::string& problem);
/// Writes bitcode. Returns an error message if the module is not valid or the file cannot be written; else empty.
[[nodiscard]] std::string write_module(const llvm::Module& module, const std::string& path);

/// LLVM's current work, for the message after a crash.
extern const char* current_work;

}  // namespace assay::llvm_worker
