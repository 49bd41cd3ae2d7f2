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

/// The semantics of numbers in the analyzer under test.
enum class Numbers : std::uint8_t {
  Machine,           ///< LLVM's machine integers
  Integers,          ///< mathematical integers; loaded, passed and returned numbers may have any value
  IntegersInMemory,  ///< mathematical integers, which are also tracked in memory, calls and returns
};

/// The source of claims from invariants, and the name of values computed for exact checks.
inline constexpr const char* kInvariantSource = "verifier.assume";
inline constexpr const char* kExactName = "assay_exact";
/// Whether the value is arithmetic that exists in the IR only for an invariant.
[[nodiscard]] bool is_of_invariant(const llvm::Value& value);

/// Inserts checks into LLVM IR, for programs that run as machine code. A shadow bit of each value records whether the
/// value is poison. Poisoned values are not checked, and nothing is checked after undefined behaviour. The compared
/// values are frozen and passed through empty inline assembly, so that later optimisations cannot use the fact under
/// test. Facts about one value at one position are checked together. The code for failed checks is moved out of the hot
/// path.
class Planter {
 public:
  Planter(llvm::Module& module, unsigned first_fact, Numbers numbers = Numbers::Machine);

  /// The checks to insert. They are collected first, because all queries must come before the changes.
  [[nodiscard]] std::vector<PlannedCheck>& planned() { return planned_; }
  /// Inserts the checks. Claims of the ledger that cannot be checked get the reason.
  void plant(Ledger& ledger);
  /// Replaces calls of verifier.assume (Clam's invariants) by planned checks.
  void adopt_invariants(Ledger& ledger, Lie lie);

 private:
  /// The kinds of shadow bits: the value is poison; the value is not the number that the analyzer computes.
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
  llvm::Value* passed_poison(llvm::CallBase& call, llvm::IRBuilder<>& builder);
  void watch_undefined(llvm::Instruction& instruction);
  void met_undefined(llvm::Value* when, llvm::Instruction& before, const char* what);
  void add_shadows(llvm::Function& function);
  static llvm::Instruction* place_of(const PlannedCheck& planned);
  /// Facts about one value at one place.
  struct CheckGroup {
    llvm::Instruction* at = nullptr;
    std::size_t segment = 0;  ///< a piece of code that runs as a whole: part of a block between two calls, or an edge
    std::vector<const PlannedCheck*> facts;
  };
  [[nodiscard]] std::vector<CheckGroup> grouped_checks();
  void plant(CheckGroup& group, Ledger& ledger);
  llvm::Value* poisoned(const PlannedCheck& planned, llvm::IRBuilder<>& builder);
  void count_judged(const CheckGroup& group, llvm::IRBuilder<>& builder);
  llvm::Instruction* on_edge(llvm::BranchInst& branch, llvm::BasicBlock* to);
  llvm::GlobalVariable* define(const char* name, llvm::Constant* value);
  void write_counted();
  static llvm::Value* condition(const Check& check, llvm::Value* value, llvm::Value* other, llvm::IRBuilder<>& builder);
  llvm::Value* count(const PlannedCheck& planned);

  llvm::Module& module_;
  unsigned first_fact_;
  Numbers numbers_;
  std::vector<PlannedCheck> planned_;
  std::array<std::map<llvm::Value*, llvm::Value*>, 2> shadows_;  ///< by shade; only looked up
  std::map<const llvm::BasicBlock*, llvm::Value*> counters_;
  llvm::GlobalVariable* shared_counters_ = nullptr;
  std::map<std::size_t, std::size_t> segment_counters_;
  std::map<std::pair<llvm::BranchInst*, llvm::BasicBlock*>, llvm::Instruction*> edges_;  ///< only looked up
  std::vector<std::uint32_t> counted_;  ///< pairs of a fact and its counter
  llvm::FunctionCallee judge_, met_undefined_;
};

}  // namespace assay::llvm_worker
