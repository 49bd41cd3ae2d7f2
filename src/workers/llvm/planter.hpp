#pragma once

#include <llvm/IR/IRBuilder.h>

#include <map>
#include <string>
#include <vector>

#include "workers/llvm/notebook.hpp"

namespace llvm {
class Module;
}  // namespace llvm

namespace assay::llvm_worker {

/// Puts checks into LLVM IR itself, for programs that run as machine code. A shadow of one bit beside each value says
/// whether it is poison; nothing is judged of a poisoned value, nor after undefined behaviour was met. What is compared
/// is frozen, so that no later optimisation may rely on the fact under test.
class Planter {
 public:
  Planter(llvm::Module& module, unsigned first_fact);

  /// Checks to be put in: remembered, because questions come before all changes.
  [[nodiscard]] std::vector<Planned>& planned() { return planned_; }
  /// Changes the module. Claims of the ledger that got no check say why.
  void plant(Ledger& ledger);
  /// Calls of verifier.assume (Clam's invariants) become checks, and the calls are taken out.
  void adopt_invariants(Ledger& ledger);

 private:
  llvm::Value* shadow(llvm::Value* value);
  llvm::Value* shadow_of(llvm::Instruction& instruction);
  llvm::Value* own_poison(llvm::Instruction& instruction, llvm::IRBuilder<>& builder);
  llvm::Value* arithmetic_poison(llvm::Instruction& instruction, llvm::IRBuilder<>& builder);
  llvm::Value* any_operand(llvm::Instruction& instruction, llvm::IRBuilder<>& builder);
  void watch_undefined(llvm::Instruction& instruction);
  void met_undefined(llvm::Value* when, llvm::Instruction& before, const char* what);
  void add_shadows(llvm::Function& function);
  static llvm::Instruction* place_of(const Planned& planned);
  bool plant(const Planned& planned, llvm::Instruction* at, unsigned fact);
  llvm::Value* condition(const Planned& planned, llvm::IRBuilder<>& builder, llvm::Value*& seen);
  llvm::Value* count(const Planned& planned);

  llvm::Module& module_;
  unsigned first_fact_;
  std::vector<Planned> planned_;
  std::map<llvm::Value*, llvm::Value*> shadows_;  ///< only looked up
  std::map<const llvm::BasicBlock*, llvm::Value*> counters_;
  llvm::GlobalVariable* hits_;
  llvm::GlobalVariable* undefined_;
  llvm::FunctionCallee broken_, met_undefined_;
};

}  // namespace assay::llvm_worker
