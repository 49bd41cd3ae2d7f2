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

/// LLVM's analyses of a module, computed when they are asked for.
struct Analyses {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;

  explicit Analyses(llvm::PassInstrumentationCallbacks* callbacks);
};

/// What to do with a module.
struct Request {
  std::vector<std::string> pipelines;  ///< as opt -passes takes them; each begins with the module as it was given
  unsigned inputs = 1U << 16;          ///< most inputs of a function that are tried
  unsigned inputs_inside = 256;        ///< the same, for versions in the middle of a pass
  std::uint64_t steps = 1'000'000;     ///< of the interpreter on one version of a function; then inputs are left out
  /// Of a program that runs as machine code: the module's file, where the one with checks is written, and the number of
  /// its first fact.
  std::string read_from, write_to;
  unsigned first_fact = 0;
  bool invariants_alone = false;  ///< check the module's own invariants (of numbers of this kind), and ask nothing
  Numbers numbers = Numbers::Machine;
  bool candidates = false;        ///< answer with smaller modules, and nothing else
  bool assertions = false;        ///< mark the module's assertions (mark_assertions), and nothing else
  std::vector<unsigned> assumed;  ///< numbers of assertions that become assumptions, without repetitions
  std::string only_function;      ///< whose body stays; empty: all stay
  Lie lie = Lie::None;
};

/// What came of it.
struct Report {
  std::vector<Claim> claims;
  std::map<std::string, std::uint64_t> unread;
  std::vector<std::string> miscompiled;  ///< pass, then how, then the functions before and after
  std::string problem;                   ///< the module cannot be read: why
  std::uint64_t judged = 0;              ///< checks that ran
  std::uint64_t functions = 0;
};

/// Reads the module, asks, runs the passes, checks.
[[nodiscard]] Report look_at(std::string_view module, const Request& request);

/// Reads a module from a file, runs the pipelines, asks, puts checks in and writes it: see Planter.
[[nodiscard]] Report put_checks(const Request& request);

/// Smaller modules that may show the same: with a function, a branch, an instruction, a flag less; larger steps first.
[[nodiscard]] std::vector<std::string> candidates_of(std::string_view module);

/// Reads bitcode or text; null: `problem` says what is wrong.
[[nodiscard]] std::unique_ptr<llvm::Module> read_module(const std::string& path, llvm::LLVMContext& context,
                                                        std::string& problem);
/// Writes bitcode. What is wrong: the module is none, or the file cannot be written; empty: it is there.
[[nodiscard]] std::string write_module(const llvm::Module& module, const std::string& path);

/// What LLVM is at, for a message when it crashes.
extern const char* current_work;

}  // namespace assay::llvm_worker
