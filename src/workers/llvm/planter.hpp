#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "workers/llvm/notebook.hpp"

namespace llvm {
class Module;
}  // namespace llvm

namespace assay::llvm_worker {

/// What numbers are to the analyzer under test.
enum class Numbers : std::uint8_t {
  Machine,           ///< what LLVM computes with
  Integers,          ///< mathematical integers with a sign; what is loaded, passed and returned may be any
  IntegersInMemory,  ///< the same, and what is stored, passed and returned is followed
};

/// Names of invariants' sources, and of what is computed for exact checks.
inline constexpr const char* kInvariantSource = "verifier.assume";
inline constexpr const char* kExactName = "assay_exact";
/// Arithmetic that stands in the IR only for an invariant.
[[nodiscard]] bool is_of_invariant(const llvm::Value& value);

/// Puts checks into LLVM IR itself, for programs that run as machine code. A shadow of one bit beside each value says
/// whether it is poison; nothing is judged of a poisoned value, nor after undefined behaviour was met. What is compared
/// is frozen and has passed through an empty piece of assembly, of which LLVM knows nothing: no later optimisation can
/// rely on the fact under test. Facts about one value at one place are judged together, and what runs when one of them
/// does not hold stands out of the way.
class Planter {
 public:
  Planter(llvm::Module& module, unsigned first_fact, Numbers numbers = Numbers::Machine);

  /// Checks to be put in: remembered, because questions come before all changes.
  [[nodiscard]] std::vector<Planned>& planned() { return planned_; }
  /// Changes the module. Claims of the ledger that got no check say why.
  void plant(Ledger& ledger);
  /// Calls of verifier.assume (Clam's invariants) become checks, and the calls are taken out.
  void adopt_invariants(Ledger& ledger, Lie lie);

 private:
  /// What a bit beside each value says: it is poison; it is not the number that the analyzer computes.
  enum class Shade : std::uint8_t { Poison, Strange };

  void adopt_comparison(llvm::CallInst& call, llvm::ICmpInst& condition, Lie lie, Ledger& ledger);
  void adopt_truth(llvm::CallInst& call, Claim claim, Ledger& ledger);
  llvm::Value* shadow(llvm::Value* value, Shade shade = Shade::Poison);
  llvm::Value* shadow_of(llvm::Instruction& instruction, Shade shade);
  llvm::Value* own_strangeness(llvm::Instruction& instruction, llvm::IRBuilder<>& builder);
  void watch_strangers(llvm::Instruction& instruction);
  llvm::Value* own_poison(llvm::Instruction& instruction, llvm::IRBuilder<>& builder);
  llvm::Value* arithmetic_poison(llvm::Instruction& instruction, llvm::IRBuilder<>& builder);
  llvm::Value* any_operand(llvm::Instruction& instruction, llvm::IRBuilder<>& builder, Shade shade = Shade::Poison);
  llvm::Value* passed_poison(llvm::CallInst& call, llvm::IRBuilder<>& builder);
  void watch_undefined(llvm::Instruction& instruction);
  void met_undefined(llvm::Value* when, llvm::Instruction& before, const char* what);
  void add_shadows(llvm::Function& function);
  static llvm::Instruction* place_of(const Planned& planned);
  /// Facts about one value at one place.
  struct Together {
    llvm::Instruction* at = nullptr;
    std::size_t segment = 0;  ///< what runs as a whole: part of a block between two calls, or an edge
    std::vector<const Planned*> facts;
  };
  [[nodiscard]] std::vector<Together> together();
  void plant(Together& group, Ledger& ledger);
  llvm::Value* poisoned(const Planned& planned, llvm::IRBuilder<>& builder);
  void count_judged(const Together& group, llvm::IRBuilder<>& builder);
  llvm::Instruction* on_edge(llvm::BranchInst& branch, llvm::BasicBlock* to);
  llvm::GlobalVariable* define(const char* name, llvm::Constant* value);
  void write_counted();
  static llvm::Value* condition(const Check& check, llvm::Value* value, llvm::Value* other, llvm::IRBuilder<>& builder);
  llvm::Value* count(const Planned& planned);

  llvm::Module& module_;
  unsigned first_fact_;
  Numbers numbers_;
  std::vector<Planned> planned_;
  std::array<std::map<llvm::Value*, llvm::Value*>, 2> shadows_;  ///< by shade; only looked up
  std::map<const llvm::BasicBlock*, llvm::Value*> counters_;
  llvm::GlobalVariable* shared_counters_ = nullptr;
  std::map<std::size_t, std::size_t> segment_counters_;
  std::map<std::pair<llvm::BranchInst*, llvm::BasicBlock*>, llvm::Instruction*> edges_;  ///< only looked up
  std::vector<std::uint32_t> counted_;  ///< a fact, its counter, the next fact, ...
  llvm::FunctionCallee judge_, met_undefined_;
};

}  // namespace assay::llvm_worker
