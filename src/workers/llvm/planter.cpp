#include "workers/llvm/planter.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>

namespace assay::llvm_worker {
namespace {

using Kind = Check::Kind;

/// Where code goes that uses what an instruction defines.
llvm::Instruction* after(llvm::Instruction& instruction) {
  if (llvm::isa<llvm::PHINode>(instruction)) return &*instruction.getParent()->getFirstInsertionPt();
  return instruction.getNextNode();
}

llvm::CmpInst::Predicate predicate_of(Code code) {
  using P = llvm::CmpInst;
  switch (code) {
    case Code::Ne: return P::ICMP_NE;
    case Code::Ugt: return P::ICMP_UGT;
    case Code::Uge: return P::ICMP_UGE;
    case Code::Ult: return P::ICMP_ULT;
    case Code::Ule: return P::ICMP_ULE;
    case Code::Sgt: return P::ICMP_SGT;
    case Code::Sge: return P::ICMP_SGE;
    case Code::Slt: return P::ICMP_SLT;
    case Code::Sle: return P::ICMP_SLE;
    default: return P::ICMP_EQ;
  }
}

llvm::Value* overflow_bit(llvm::IRBuilder<>& builder, llvm::Intrinsic::ID id, llvm::Value* left, llvm::Value* right) {
  return builder.CreateExtractValue(builder.CreateBinaryIntrinsic(id, left, right), 1);
}

llvm::Intrinsic::ID overflow_intrinsic(unsigned opcode, bool is_signed) {
  namespace intrinsic = llvm::Intrinsic;
  if (opcode == llvm::Instruction::Add)
    return is_signed ? intrinsic::sadd_with_overflow : intrinsic::uadd_with_overflow;
  if (opcode == llvm::Instruction::Sub)
    return is_signed ? intrinsic::ssub_with_overflow : intrinsic::usub_with_overflow;
  return is_signed ? intrinsic::smul_with_overflow : intrinsic::umul_with_overflow;
}

}  // namespace

Planter::Planter(llvm::Module& module, unsigned first_fact) : module_(module), first_fact_(first_fact) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* byte = llvm::Type::getInt8Ty(context);
  llvm::Type* number = llvm::Type::getInt32Ty(context);
  llvm::Type* wide = llvm::Type::getInt64Ty(context);
  llvm::Type* nothing = llvm::Type::getVoidTy(context);
  llvm::Type* text = llvm::Type::getInt8PtrTy(context);
  const auto variable = [&module](llvm::Type* type, const char* name) {
    return llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal(name, type));
  };
  hits_ = variable(llvm::ArrayType::get(wide, 0), "assay_hits");
  undefined_ = variable(byte, "assay_undefined");
  broken_ = module.getOrInsertFunction("assay_broken", nothing, number, wide, wide);
  met_undefined_ = module.getOrInsertFunction("assay_met_undefined", nothing, text, text, number);
}

llvm::Value* Planter::any_operand(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  llvm::Value* any = builder.getFalse();
  for (llvm::Value* operand : instruction.operands()) any = builder.CreateOr(any, shadow(operand));
  return any;
}

llvm::Value* Planter::arithmetic_poison(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  llvm::Value* left = builder.CreateFreeze(instruction.getOperand(0));
  llvm::Value* right = builder.CreateFreeze(instruction.getOperand(1));
  llvm::Value* own = builder.getFalse();
  const unsigned opcode = instruction.getOpcode();
  const unsigned width = instruction.getType()->getIntegerBitWidth();
  const bool shifts = instruction.isShift();
  if (shifts) own = builder.CreateICmpUGE(right, llvm::ConstantInt::get(right->getType(), width));
  // Behind a shift by too much, any amount will do.
  llvm::Value* amount = shifts ? builder.CreateSelect(own, llvm::ConstantInt::get(right->getType(), 0), right) : right;
  if (const auto* wraps = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction)) {
    for (const bool is_signed : {false, true}) {
      if (is_signed ? !wraps->hasNoSignedWrap() : !wraps->hasNoUnsignedWrap()) continue;
      llvm::Value* bad = nullptr;
      if (shifts) {
        llvm::Value* shifted = builder.CreateShl(left, amount);
        llvm::Value* back = is_signed ? builder.CreateAShr(shifted, amount) : builder.CreateLShr(shifted, amount);
        bad = builder.CreateICmpNE(back, left);
      } else {
        bad = overflow_bit(builder, overflow_intrinsic(opcode, is_signed), left, right);
      }
      own = builder.CreateOr(own, bad);
    }
  }
  if (const auto* exact = llvm::dyn_cast<llvm::PossiblyExactOperator>(&instruction);
      exact != nullptr && exact->isExact()) {
    llvm::Value* zero = llvm::ConstantInt::get(left->getType(), 0);
    llvm::Value* rest = nullptr;
    if (shifts) {
      rest = builder.CreateSub(left, builder.CreateShl(builder.CreateLShr(left, amount), amount));
    } else {
      rest = opcode == llvm::Instruction::SDiv ? builder.CreateSRem(left, right) : builder.CreateURem(left, right);
    }
    own = builder.CreateOr(own, builder.CreateICmpNE(rest, zero));
  }
  return own;
}

llvm::Value* Planter::own_poison(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  if (llvm::isa<llvm::BinaryOperator>(instruction) && instruction.getType()->isIntegerTy())
    return arithmetic_poison(instruction, builder);
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr || !instruction.getType()->isIntegerTy()) return builder.getFalse();
  const llvm::Intrinsic::ID id = call->getIntrinsicID();
  const bool zeros = id == llvm::Intrinsic::ctlz || id == llvm::Intrinsic::cttz;
  if (id != llvm::Intrinsic::abs && !zeros) return builder.getFalse();
  if (llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->isZero()) return builder.getFalse();
  const unsigned width = instruction.getType()->getIntegerBitWidth();
  const llvm::APInt bad = zeros ? llvm::APInt::getZero(width) : llvm::APInt::getSignedMinValue(width);
  return builder.CreateICmpEQ(builder.CreateFreeze(call->getArgOperand(0)),
                              llvm::ConstantInt::get(instruction.getType(), bad));
}

/// Whether a value is poison or undef: one bit, computed where the value is.
llvm::Value* Planter::shadow(llvm::Value* value) {
  llvm::LLVMContext& context = module_.getContext();
  if (llvm::isa<llvm::UndefValue>(value)) return llvm::ConstantInt::getTrue(context);
  const auto known = shadows_.find(value);
  return known == shadows_.end() ? llvm::ConstantInt::getFalse(context) : known->second;
}

llvm::Value* Planter::shadow_of(llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(after(instruction));
  builder.SetCurrentDebugLocation({});
  if (llvm::isa<llvm::SelectInst>(instruction) && instruction.getOperand(0)->getType()->isIntegerTy(1)) {
    llvm::Value* condition = builder.CreateFreeze(instruction.getOperand(0));
    return builder.CreateOr(
        shadow(instruction.getOperand(0)),
        builder.CreateSelect(condition, shadow(instruction.getOperand(1)), shadow(instruction.getOperand(2))));
  }
  const bool passes_on = llvm::isa<llvm::BinaryOperator>(instruction) || llvm::isa<llvm::CmpInst>(instruction) ||
                         llvm::isa<llvm::CastInst>(instruction) || llvm::isa<llvm::GetElementPtrInst>(instruction) ||
                         llvm::isa<llvm::ExtractValueInst>(instruction) ||
                         llvm::isa<llvm::InsertValueInst>(instruction) || llvm::isa<llvm::SelectInst>(instruction) ||
                         llvm::isa<llvm::UnaryOperator>(instruction);
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const bool pure = call != nullptr && call->doesNotAccessMemory();
  if (!passes_on && !pure) return builder.getFalse();
  llvm::Value* own = own_poison(instruction, builder);
  return builder.CreateOr(any_operand(instruction, builder), own);
}

void Planter::met_undefined(llvm::Value* when, llvm::Instruction& before, const char* what) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(when); constant != nullptr && constant->isZero()) return;
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(when, &before, false);
  llvm::IRBuilder<> builder(end);
  builder.SetCurrentDebugLocation({});
  const llvm::DILocation* place = before.getDebugLoc().get();
  const std::string file = place == nullptr ? "" : place->getFilename().str();
  builder.CreateCall(met_undefined_, {builder.CreateGlobalStringPtr(what), builder.CreateGlobalStringPtr(file),
                                      builder.getInt32(place == nullptr ? 0 : place->getLine())});
}

/// Poison that decides where a run goes, or that leaves what the shadow sees, ends the judging of this run.
void Planter::watch_undefined(llvm::Instruction& instruction) {
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (branch->isConditional()) met_undefined(shadow(branch->getCondition()), instruction, "a branch on poison");
  } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    met_undefined(shadow(choice->getCondition()), instruction, "a switch on poison");
  } else if (llvm::isa<llvm::StoreInst>(instruction) || llvm::isa<llvm::ReturnInst>(instruction) ||
             llvm::isa<llvm::LoadInst>(instruction)) {
    llvm::IRBuilder<> builder(&instruction);
    builder.SetCurrentDebugLocation({});
    met_undefined(any_operand(instruction, builder), instruction, "poison stored, returned or used as an address");
  } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    if (auto* assumed = llvm::dyn_cast<llvm::AssumeInst>(call)) {
      llvm::IRBuilder<> builder(call);
      builder.SetCurrentDebugLocation({});
      llvm::Value* wrong = builder.CreateNot(builder.CreateFreeze(assumed->getArgOperand(0)));
      met_undefined(builder.CreateOr(wrong, shadow(assumed->getArgOperand(0))), instruction, "an assumption is wrong");
    } else if (!llvm::isa<llvm::IntrinsicInst>(call)) {
      llvm::IRBuilder<> builder(call);
      builder.SetCurrentDebugLocation({});
      met_undefined(any_operand(instruction, builder), instruction, "poison passed to a call");
    }
  }
}

llvm::Value* Planter::count(const Planned& planned) {
  const auto found = counters_.find(planned.head);
  if (found != counters_.end()) return found->second;
  auto* head = const_cast<llvm::BasicBlock*>(planned.head);
  llvm::Type* wide = llvm::Type::getInt64Ty(module_.getContext());
  llvm::PHINode* counter = llvm::PHINode::Create(wide, 2, "", &head->front());
  llvm::IRBuilder<> builder(&*head->getFirstInsertionPt());
  builder.SetCurrentDebugLocation({});
  llvm::Value* next = builder.CreateAdd(counter, llvm::ConstantInt::get(wide, 1));
  for (llvm::BasicBlock* from : llvm::predecessors(head)) {
    const bool latch = std::find(planned.latches.begin(), planned.latches.end(), from) != planned.latches.end();
    counter->addIncoming(latch ? next : llvm::ConstantInt::get(wide, 0), from);
  }
  return counters_[planned.head] = counter;
}

/// Whether the fact holds; `seen` is the number to show where it does not.
llvm::Value* Planter::condition(const Planned& planned, llvm::IRBuilder<>& builder, llvm::Value*& seen) {
  const Check& check = planned.check;
  if (check.kind == Kind::Never) return builder.getFalse();
  if (planned.head != nullptr) {
    seen = count(planned);
    return builder.CreateICmp(predicate_of(check.code), seen, builder.getInt64(check.low));
  }
  llvm::Value* value = builder.CreateFreeze(const_cast<llvm::Value*>(planned.value));
  llvm::Value* other =
      planned.other == nullptr ? nullptr : builder.CreateFreeze(const_cast<llvm::Value*>(planned.other));
  if (value->getType()->isPointerTy()) value = builder.CreatePtrToInt(value, builder.getInt64Ty());
  if (other != nullptr && other->getType()->isPointerTy()) other = builder.CreatePtrToInt(other, builder.getInt64Ty());
  if (!value->getType()->isIntegerTy()) return nullptr;
  seen = value;
  llvm::Type* type = value->getType();
  const auto number = [type](std::uint64_t bits) { return llvm::ConstantInt::get(type, bits); };
  llvm::Value* zero = number(0);
  switch (check.kind) {
    case Kind::Bits:
      return builder.CreateICmpEQ(builder.CreateAnd(value, number(check.low | check.high)), number(check.high));
    case Kind::Range:
      return builder.CreateICmpULT(builder.CreateSub(value, number(check.low)),
                                   number((check.high - check.low) & mask_of(check.width)));
    case Kind::NonZero: return builder.CreateICmpNE(value, zero);
    case Kind::SignBits: {
      llvm::Value* amount = number(check.width - check.low);
      llvm::Value* top = builder.CreateAShr(value, amount);
      return builder.CreateOr(builder.CreateICmpEQ(top, zero),
                              builder.CreateICmpEQ(top, llvm::ConstantInt::getAllOnesValue(type)));
    }
    case Kind::Power: {
      llvm::Value* one = builder.CreateICmpEQ(builder.CreateAnd(value, builder.CreateSub(value, number(1))), zero);
      return check.low == 0 ? one : builder.CreateAnd(one, builder.CreateICmpNE(value, zero));
    }
    case Kind::Compare: return builder.CreateICmp(predicate_of(check.code), value, other);
    case Kind::Equal:
    case Kind::Same: return builder.CreateICmpEQ(value, other);
    case Kind::Implies:
      return builder.CreateOr(builder.CreateNot(value), check.low != 0 ? other : builder.CreateNot(other));
    case Kind::Overflow: {
      if (check.code == Code::Shl) return nullptr;
      const unsigned opcode = check.code == Code::Add   ? llvm::Instruction::Add
                              : check.code == Code::Sub ? llvm::Instruction::Sub
                                                        : llvm::Instruction::Mul;
      llvm::Value* bit = overflow_bit(builder, overflow_intrinsic(opcode, check.flags == kNsw), value, other);
      return check.low != 0 ? bit : builder.CreateNot(bit);
    }
    case Kind::Apart: {
      // Bytes of both from the lower one on.
      llvm::Value* before = builder.CreateICmpULE(builder.CreateAdd(value, number(check.low)), other);
      return builder.CreateOr(before, builder.CreateICmpULE(builder.CreateAdd(other, number(check.high)), value));
    }
    default: return nullptr;
  }
}

/// Where the check goes: found before any block is split.
llvm::Instruction* Planter::place_of(const Planned& planned) {
  if (planned.where.from != nullptr) return const_cast<llvm::Instruction*>(planned.where.from->getTerminator());
  auto* at = const_cast<llvm::Instruction*>(planned.where.at);
  if (at != nullptr) return llvm::isa<llvm::PHINode>(at) ? &*at->getParent()->getFirstInsertionPt() : at;
  if (auto* own = llvm::dyn_cast<llvm::Instruction>(const_cast<llvm::Value*>(planned.value))) return after(*own);
  const auto* argument = llvm::cast<llvm::Argument>(planned.value);
  return &*const_cast<llvm::Argument*>(argument)->getParent()->getEntryBlock().getFirstInsertionPt();
}

bool Planter::plant(const Planned& planned, llvm::Instruction* at, unsigned fact) {
  llvm::IRBuilder<> builder(at);
  builder.SetCurrentDebugLocation({});
  llvm::Value* seen = builder.getInt64(0);
  llvm::Value* holds = condition(planned, builder, seen);
  if (holds == nullptr) return false;
  llvm::Value* judged =
      builder.CreateICmpEQ(builder.CreateLoad(builder.getInt8Ty(), undefined_, true), builder.getInt8(0));
  if (planned.head == nullptr && planned.check.kind != Kind::Never) {
    judged = builder.CreateAnd(judged, builder.CreateNot(shadow(const_cast<llvm::Value*>(planned.value))));
    if (planned.other != nullptr)
      judged = builder.CreateAnd(judged, builder.CreateNot(shadow(const_cast<llvm::Value*>(planned.other))));
  }
  if (planned.where.from != nullptr) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(at);
    if (branch == nullptr || !branch->isConditional()) return false;
    llvm::Value* taken = builder.CreateFreeze(branch->getCondition());
    if (branch->getSuccessor(0) != planned.where.to) taken = builder.CreateNot(taken);
    if (branch->getSuccessor(0) != branch->getSuccessor(1)) judged = builder.CreateAnd(judged, taken);
  }
  llvm::Value* counter = builder.CreateConstInBoundsGEP2_64(hits_->getValueType(), hits_, 0, fact);
  llvm::Value* so_far = builder.CreateLoad(builder.getInt64Ty(), counter);
  builder.CreateStore(builder.CreateAdd(so_far, builder.CreateZExt(judged, builder.getInt64Ty())), counter);
  llvm::Value* bad = builder.CreateAnd(judged, builder.CreateNot(holds));
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(bad, at, false);
  builder.SetInsertPoint(end);
  builder.SetCurrentDebugLocation({});
  builder.CreateCall(
      broken_, {builder.getInt32(fact), builder.CreateZExtOrTrunc(seen, builder.getInt64Ty()), builder.getInt64(0)});
  return true;
}

void Planter::adopt_invariants(Ledger& ledger) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module_)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (call->getCalledFunction() != nullptr && call->getCalledFunction()->getName() == "verifier.assume")
          calls.push_back(call);
  for (llvm::CallInst* call : calls) {
    llvm::Value* condition = call->getArgOperand(0);
    Claim claim;
    claim.function = call->getFunction()->getName().str();
    claim.subject =
        condition->hasName() ? "%" + condition->getName().str() : "%invariant" + std::to_string(planned_.size());
    claim.operation = "invariant";
    claim.type = "i1";
    claim.property = "interval 1 1";
    claim.source = "verifier.assume";
    claim.context = "call " + std::to_string(planned_.size());
    if (const llvm::DILocation* place = call->getDebugLoc().get()) {
      claim.line = place->getLine();
      claim.column = place->getColumn();
      claim.file = place->getFilename().str();
    }
    Planned planned;
    planned.value = condition;
    planned.where.at = call->getNextNode();
    planned.check = {Kind::NonZero, Code::Eq, 0, 1, -1, -1, 0, 0};
    planned.claim = ledger.number(std::move(claim));
    planned_.push_back(planned);
    call->eraseFromParent();
  }
}

void Planter::add_shadows(llvm::Function& function) {
  std::vector<llvm::Instruction*> instructions;
  std::vector<llvm::PHINode*> phis;
  for (llvm::Instruction& instruction : llvm::instructions(function)) instructions.push_back(&instruction);
  // First the bits of all phis, which wait for their sources; then everything else, defined before it is used: in
  // the order of the dominator tree, which reverse post-order respects.
  llvm::Type* bit = llvm::Type::getInt1Ty(module_.getContext());
  for (llvm::Instruction* instruction : instructions) {
    auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction);
    if (phi == nullptr) continue;
    phis.push_back(phi);
    shadows_[phi] = llvm::PHINode::Create(bit, phi->getNumIncomingValues(), "", phi);
  }
  llvm::DominatorTree tree(function);
  for (const auto* node : llvm::depth_first(&tree)) {
    std::vector<llvm::Instruction*> own;
    for (llvm::Instruction& instruction : *node->getBlock()) own.push_back(&instruction);
    for (llvm::Instruction* instruction : own) {
      if (llvm::isa<llvm::PHINode>(instruction) || instruction->isTerminator() || instruction->getType()->isVoidTy())
        continue;
      llvm::Value* made = shadow_of(*instruction);
      if (!llvm::isa<llvm::ConstantInt>(made) || !llvm::cast<llvm::ConstantInt>(made)->isZero())
        shadows_[instruction] = made;
    }
  }
  for (llvm::PHINode* phi : phis)
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      llvm::cast<llvm::PHINode>(shadows_[phi])->addIncoming(shadow(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
}

void Planter::plant(Ledger& ledger) {
  // Before the shadows: what they add goes before these places, too, and so before the checks.
  std::vector<llvm::Instruction*> watched, places;
  for (llvm::Function& function : module_)
    for (llvm::Instruction& instruction : llvm::instructions(function)) watched.push_back(&instruction);
  for (const Planned& planned : planned_) places.push_back(place_of(planned));
  for (llvm::Function& function : module_)
    if (!function.isDeclaration()) add_shadows(function);
  // Counters of loops are phis: they come before blocks are split.
  for (const Planned& planned : planned_)
    if (planned.head != nullptr) (void)count(planned);
  for (std::size_t i = 0; i < planned_.size(); ++i) {
    if (!plant(planned_[i], places[i], static_cast<unsigned>(planned_[i].claim) + first_fact_))
      ledger.claims()[planned_[i].claim].skip = "no check is made of it in machine code";
  }
  for (llvm::Instruction* instruction : watched) watch_undefined(*instruction);
}

}  // namespace assay::llvm_worker
