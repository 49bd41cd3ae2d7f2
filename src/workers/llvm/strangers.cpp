// Analyzers that compute with mathematical integers assume that no number wraps around. A second shadow bit records
// which values ("strangers") differ from the numbers that such an analyzer computes. Values derived from them are not
// checked.
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "workers/llvm/planter.hpp"

namespace assay::llvm_worker {
namespace {

llvm::Value* is_negative(llvm::Value* value, llvm::IRBuilder<>& builder) {
  return builder.CreateICmpSLT(value, llvm::ConstantInt::get(value->getType(), 0));
}

llvm::Value* arithmetic_strangeness(llvm::BinaryOperator& operation, llvm::IRBuilder<>& builder) {
  llvm::Value* left = builder.CreateFreeze(operation.getOperand(0));
  llvm::Value* right = builder.CreateFreeze(operation.getOperand(1));
  const auto overflows = [&](llvm::Intrinsic::ID id) {
    return builder.CreateExtractValue(builder.CreateBinaryIntrinsic(id, left, right), 1);
  };
  switch (operation.getOpcode()) {
    case llvm::Instruction::Add: return overflows(llvm::Intrinsic::sadd_with_overflow);
    case llvm::Instruction::Sub: return overflows(llvm::Intrinsic::ssub_with_overflow);
    case llvm::Instruction::Mul: return overflows(llvm::Intrinsic::smul_with_overflow);
    case llvm::Instruction::Shl: {
      // A shift by too large an amount is poison, so its amount does not matter here.
      llvm::Value* width = llvm::ConstantInt::get(left->getType(), left->getType()->getIntegerBitWidth());
      llvm::Value* amount = builder.CreateURem(right, width);
      return builder.CreateICmpNE(builder.CreateAShr(builder.CreateShl(left, amount), amount), left);
    }
    case llvm::Instruction::UDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::LShr: return builder.CreateOr(is_negative(left, builder), is_negative(right, builder));
    default: return builder.getFalse();
  }
}

}  // namespace

/// Whether the result differs from that of the same operation on mathematical integers.
llvm::Value* Planter::own_strangeness(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  if (is_of_invariant(instruction) || instruction.getName().startswith(kExactName)) return builder.getFalse();
  if (!instruction.getType()->isIntegerTy() || instruction.getType()->isIntegerTy(1)) return builder.getFalse();
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return arithmetic_strangeness(*operation, builder);
  if (instruction.getOpcode() == llvm::Instruction::Trunc) {
    llvm::Value* from = builder.CreateFreeze(instruction.getOperand(0));
    llvm::Value* back = builder.CreateSExt(builder.CreateTrunc(from, instruction.getType()), from->getType());
    return builder.CreateICmpNE(back, from);
  }
  if (instruction.getOpcode() == llvm::Instruction::ZExt && !instruction.getOperand(0)->getType()->isIntegerTy(1))
    return is_negative(builder.CreateFreeze(instruction.getOperand(0)), builder);
  return builder.getFalse();
}

/// Ends the checks of a run if a stranger decides a branch. Also if a stranger is stored, returned or passed and the
/// analyzer tracks such numbers.
void Planter::watch_strangers(llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  builder.SetCurrentDebugLocation({});
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (branch->isConditional())
      met_undefined(shadow(branch->getCondition(), Shade::Strange), instruction,
                    "a branch on a number that wrapped around, which the analyzer assumes not to be");
  } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    met_undefined(shadow(choice->getCondition(), Shade::Strange), instruction,
                  "a switch on a number that wrapped around, which the analyzer assumes not to be");
  } else if (numbers_ == Numbers::IntegersInMemory &&
             (llvm::isa<llvm::StoreInst>(instruction) || llvm::isa<llvm::ReturnInst>(instruction) ||
              llvm::isa<llvm::CallInst>(instruction))) {
    met_undefined(any_operand(instruction, builder, Shade::Strange), instruction,
                  "a number that wrapped around is stored or passed on, which the analyzer assumes not to be");
  }
}

}  // namespace assay::llvm_worker
