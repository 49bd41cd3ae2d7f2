#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <functional>

#include "workers/llvm/worker_session.hpp"

namespace assay::llvm_worker {
namespace {

/// Makes smaller variants of a module, each from a fresh copy.
class Shrinker {
 public:
  explicit Shrinker(llvm::Module& module) : module_(module) {}

  std::vector<std::string> run() {
    drop_functions();
    propose_without_dead();
    const std::size_t functions = module_.getFunctionList().size();
    for (std::size_t f = 0; f < functions; ++f) cut_branches(f);
    for (std::size_t f = 0; f < functions; ++f) replace_instructions(f);
    return std::move(candidates_);
  }

 private:
  static llvm::Function& nth_function(llvm::Module& module, std::size_t number) {
    return *std::next(module.begin(), static_cast<std::ptrdiff_t>(number));
  }
  static llvm::Instruction& nth(llvm::Function& function, std::size_t number) {
    return *std::next(llvm::inst_begin(function), static_cast<int>(number));
  }

  /// Adds the candidate that `change` makes, unless `change` returns false or the result is not a valid module.
  void propose(const std::function<bool(llvm::Module&)>& change) {
    constexpr std::size_t kMaxCandidates = 2000;
    if (candidates_.size() >= kMaxCandidates) return;
    const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module_);
    if (!change(*copy)) return;
    for (llvm::Function& function : *copy) {
      if (function.isDeclaration()) continue;
      llvm::EliminateUnreachableBlocks(function);
      for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) {
        llvm::MergeBlockIntoPredecessor(&block);
      }
    }
    for (llvm::Function& function : llvm::make_early_inc_range(*copy))
      if (function.isDeclaration() && function.use_empty()) function.eraseFromParent();
    if (llvm::verifyModule(*copy)) return;
    candidates_.push_back(plain_text(*copy));
  }

  /// The module's text without comments, file names and attributes of intrinsics, which LLVM adds by itself.
  static std::string plain_text(llvm::Module& module) {
    for (llvm::Function& function : module)
      if (function.isIntrinsic()) function.setAttributes({});
    std::string text, plain;
    llvm::raw_string_ostream stream(text);
    module.print(stream, nullptr);
    llvm::SmallVector<llvm::StringRef, 64> lines;
    llvm::StringRef(stream.str()).split(lines, '\n');
    for (const llvm::StringRef line : lines) {
      if (line.startswith(";") || line.startswith("source_filename")) continue;
      const llvm::StringRef kept = line.split(';').first.rtrim();
      if (!kept.empty()) plain += kept.str() + "\n";
    }
    return plain;
  }

  void drop_functions() {
    std::size_t number = 0, bodies = 0;
    for (const llvm::Function& function : module_) bodies += function.isDeclaration() ? 0 : 1;
    for (const llvm::Function& function : module_) {
      const std::size_t kept = number++;
      if (function.isDeclaration() || bodies < 2) continue;
      propose([kept](llvm::Module& module) {
        std::size_t at = 0;
        for (llvm::Function& other : llvm::make_early_inc_range(module))
          if (at++ != kept && !other.isDeclaration() && other.use_empty()) other.eraseFromParent();
        return true;
      });
    }
  }

  /// Proposes the module without unused instructions.
  void propose_without_dead() {
    propose([](llvm::Module& module) {
      bool any = false;
      for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function)
          for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(block)))
            if (llvm::isInstructionTriviallyDead(&instruction)) {
              instruction.eraseFromParent();
              any = true;
            }
      return any;
    });
  }

  void cut_branches(std::size_t f) {
    std::size_t blocks = 0;
    for (llvm::BasicBlock& block : nth_function(module_, f)) {
      const std::size_t at = blocks++;
      const unsigned ways = block.getTerminator()->getNumSuccessors();
      for (unsigned way = 0; ways > 1 && way < ways; ++way) {
        propose([f, at, way](llvm::Module& module) {
          llvm::BasicBlock& from = *std::next(nth_function(module, f).begin(), static_cast<std::ptrdiff_t>(at));
          return go_one_way(from, way);
        });
      }
    }
  }

  static bool go_one_way(llvm::BasicBlock& from, unsigned way) {
    llvm::Instruction* end = from.getTerminator();
    llvm::BasicBlock* to = end->getSuccessor(way);
    bool kept = false;
    for (llvm::BasicBlock* other : llvm::successors(&from)) {
      if (other == to && !kept) {
        kept = true;
      } else {
        other->removePredecessor(&from, true);
      }
    }
    llvm::BranchInst::Create(to, end);
    end->eraseFromParent();
    return true;
  }

  void replace_instructions(std::size_t f) {
    llvm::Function& function = nth_function(module_, f);
    if (function.isDeclaration()) return;
    std::size_t number = 0;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const std::size_t at = number++;
      if (instruction.isTerminator()) {
        propose_operands(f, at, instruction);
        continue;
      }
      if (instruction.getType()->isVoidTy()) {
        propose([f, at](llvm::Module& module) {
          nth(nth_function(module, f), at).eraseFromParent();
          return true;
        });
        continue;
      }
      if (llvm::isInstructionTriviallyDead(&instruction))
        propose([f, at](llvm::Module& module) {
          return llvm::RecursivelyDeleteTriviallyDeadInstructions(&nth(nth_function(module, f), at));
        });
      const unsigned operands = instruction.getNumOperands();
      for (unsigned i = 0; i < operands + 2; ++i) {
        propose([f, at, i](llvm::Module& module) { return replace(nth(nth_function(module, f), at), i); });
      }
      propose_operands(f, at, instruction);
      if (llvm::isa<llvm::OverflowingBinaryOperator>(instruction) ||
          llvm::isa<llvm::PossiblyExactOperator>(instruction))
        propose([f, at](llvm::Module& module) {
          llvm::Instruction& other = nth(nth_function(module, f), at);
          if (other.getRawSubclassOptionalData() == 0) return false;
          other.dropPoisonGeneratingFlags();
          return true;
        });
    }
  }

  /// Replaces all uses of an instruction by operand `choice`; the next two choices are the constants 0 and 1.
  static bool replace(llvm::Instruction& instruction, unsigned choice) {
    const unsigned operands = instruction.getNumOperands();
    llvm::Value* with = nullptr;
    if (choice < operands) {
      with = instruction.getOperand(choice);
      if (with == &instruction) return false;
    } else if (instruction.getType()->isIntegerTy()) {
      with = llvm::ConstantInt::get(instruction.getType(), choice - operands);
    } else if (instruction.getType()->isFloatingPointTy()) {
      with = llvm::ConstantFP::get(instruction.getType(), choice - operands);
    }
    if (with == nullptr || with->getType() != instruction.getType()) return false;
    instruction.replaceAllUsesWith(with);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&instruction);
    return true;
  }

  /// Proposes to replace each operand by 0, and by the first parameter of its type.
  void propose_operands(std::size_t f, std::size_t at, const llvm::Instruction& instruction) {
    for (unsigned i = 0; i < instruction.getNumOperands(); ++i) {
      const llvm::Type* type = instruction.getOperand(i)->getType();
      if ((!type->isIntegerTy() && !type->isFloatingPointTy()) ||
          llvm::isa<llvm::ConstantInt, llvm::ConstantFP>(instruction.getOperand(i)))
        continue;
      for (const bool constant : {true, false}) {
        propose([f, at, i, constant](llvm::Module& module) {
          llvm::Function& function = nth_function(module, f);
          llvm::Instruction& other = nth(function, at);
          llvm::Value* before = other.getOperand(i);
          llvm::Value* with = constant ? llvm::Constant::getNullValue(before->getType()) : nullptr;
          for (llvm::Argument& argument : function.args())
            if (with == nullptr && argument.getType() == before->getType()) with = &argument;
          if (with == nullptr || with == before || (!constant && llvm::isa<llvm::Argument>(before))) return false;
          other.setOperand(i, with);
          if (auto* dead = llvm::dyn_cast<llvm::Instruction>(before))
            llvm::RecursivelyDeleteTriviallyDeadInstructions(dead);
          return true;
        });
      }
    }
  }

  llvm::Module& module_;
  std::vector<std::string> candidates_;
};

}  // namespace

std::vector<std::string> candidates_of(std::string_view text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  current_work = "reading the module";
  const std::unique_ptr<llvm::Module> module = llvm::parseAssembly(
      llvm::MemoryBufferRef(llvm::StringRef(text.data(), text.size()), "input.ll"), diagnostic, context);
  if (!module) return {};
  current_work = "making smaller modules";
  return Shrinker(*module).run();
}

}  // namespace assay::llvm_worker
