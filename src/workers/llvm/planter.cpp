#include "workers/llvm/planter.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "workers/llvm/predicates.hpp"

namespace assay::llvm_worker {
namespace {

using Kind = Check::Kind;

/// The position for code that uses the result of an instruction.
llvm::Instruction* after(llvm::Instruction& instruction) {
  if (llvm::isa<llvm::PHINode>(instruction)) return &*instruction.getParent()->getFirstInsertionPt();
  return instruction.getNextNode();
}

/// Weights of a branch that is rarely taken, so that its target is placed at the end of the function.
llvm::MDNode* rare_branch(llvm::Module& module) {
  constexpr std::uint32_t kOften = 100'000;
  return llvm::MDBuilder(module.getContext()).createBranchWeights(1, kOften);
}

/// The same value, hidden from LLVM's analyses. Pointers become numbers.
llvm::Value* opaque(llvm::Value* value, llvm::IRBuilder<>& builder) {
  value = builder.CreateFreeze(value);
  if (value->getType()->isPointerTy()) value = builder.CreatePtrToInt(value, builder.getInt64Ty());
  auto* type = llvm::dyn_cast<llvm::IntegerType>(value->getType());
  constexpr unsigned kRegister = 64;
  if (type == nullptr || type->getBitWidth() > kRegister) return value;
  const unsigned width = std::max(8U, static_cast<unsigned>(llvm::PowerOf2Ceil(type->getBitWidth())));
  llvm::Type* whole = builder.getIntNTy(width);
  llvm::InlineAsm* nothing = llvm::InlineAsm::get(llvm::FunctionType::get(whole, {whole}, false), "", "=r,0", false);
  return builder.CreateTrunc(builder.CreateCall(nothing, {builder.CreateZExt(value, whole)}), type);
}

/// The `size` values from `low` on, modulo 2^width.
struct ValueSpan {
  __extension__ using Size = unsigned __int128;
  std::uint64_t low = 0;
  Size size = 0;
  unsigned width = 0;
  [[nodiscard]] bool contains(const ValueSpan& other) const {
    return Size{(other.low - low) & mask_of(width)} + other.size <= size;
  }
};

/// The values that a check of one value allows, if they are a span. Nullopt otherwise.
std::optional<ValueSpan> span_of(const Check& check) {
  using Size = ValueSpan::Size;
  const std::uint64_t mask = mask_of(check.width);
  switch (check.kind) {
    case Kind::Range: return ValueSpan{check.low, (check.high - check.low) & mask, check.width};
    case Kind::NonZero: return ValueSpan{1, mask, check.width};
    case Kind::SignBits: {
      if (check.low == 0 || check.low > check.width) return std::nullopt;
      const Size bound = Size{1} << (check.width - check.low);
      return ValueSpan{(0 - static_cast<std::uint64_t>(bound)) & mask, 2 * bound, check.width};
    }
    case Kind::Bits: {
      const std::uint64_t open = ~(check.low | check.high) & mask;
      const bool contradiction = (check.low & check.high) != 0;
      if (contradiction || (open & (open + 1)) != 0 || (check.high != 0 && open != 0)) return std::nullopt;
      return ValueSpan{check.high, Size{open} + 1, check.width};
    }
    default: return std::nullopt;
  }
}

/// The spans that are not implied by other spans.
std::vector<ValueSpan> strongest_spans(const std::vector<ValueSpan>& spans) {
  std::vector<ValueSpan> kept;
  for (const ValueSpan& span : spans) {
    if (std::any_of(kept.begin(), kept.end(), [&](const ValueSpan& one) { return span.contains(one); })) continue;
    std::erase_if(kept, [&](const ValueSpan& one) { return one.contains(span); });
    kept.push_back(span);
  }
  return kept;
}

llvm::Value* is_in(const ValueSpan& span, llvm::Value* value, llvm::IRBuilder<>& builder) {
  if (span.size > mask_of(span.width)) return builder.getTrue();
  return builder.CreateICmpULT(builder.CreateSub(value, llvm::ConstantInt::get(value->getType(), span.low)),
                               llvm::ConstantInt::get(value->getType(), static_cast<std::uint64_t>(span.size)));
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

Planter::Planter(llvm::Module& module, unsigned first_fact, Numbers numbers)
    : module_(module), first_fact_(first_fact), numbers_(numbers) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* number = llvm::Type::getInt32Ty(context);
  llvm::Type* wide = llvm::Type::getInt64Ty(context);
  llvm::Type* nothing = llvm::Type::getVoidTy(context);
  llvm::Type* text = llvm::Type::getInt8PtrTy(context);
  judge_ = module.getOrInsertFunction("assay_judge", nothing, number, number, wide);
  met_undefined_ = module.getOrInsertFunction("assay_met_undefined", nothing, text, text, number);
}

llvm::Value* Planter::any_operand(llvm::Instruction& instruction, llvm::IRBuilder<>& builder, Shade shade) {
  llvm::Value* any = builder.getFalse();
  for (llvm::Value* operand : instruction.operands()) any = builder.CreateOr(any, shadow(operand, shade));
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
  // If the shift amount is too large, the result is poison, and the amount does not matter.
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

/// The shadow bit of a value: whether it is poison or undef (or not the analyzer's number, see strangers.cpp).
llvm::Value* Planter::shadow(llvm::Value* value, Shade shade) {
  llvm::LLVMContext& context = module_.getContext();
  if (shade == Shade::Poison && llvm::isa<llvm::UndefValue>(value)) return llvm::ConstantInt::getTrue(context);
  const auto& shadows = shadows_[static_cast<std::size_t>(shade)];
  const auto known = shadows.find(value);
  return known == shadows.end() ? llvm::ConstantInt::getFalse(context) : known->second;
}

llvm::Value* Planter::shadow_of(llvm::Instruction& instruction, Shade shade) {
  llvm::IRBuilder<> builder(after(instruction));
  builder.SetCurrentDebugLocation({});
  if (llvm::isa<llvm::SelectInst>(instruction) && instruction.getOperand(0)->getType()->isIntegerTy(1)) {
    llvm::Value* condition = builder.CreateFreeze(instruction.getOperand(0));
    return builder.CreateOr(shadow(instruction.getOperand(0), shade),
                            builder.CreateSelect(condition, shadow(instruction.getOperand(1), shade),
                                                 shadow(instruction.getOperand(2), shade)));
  }
  const bool passes_on = llvm::isa<llvm::BinaryOperator>(instruction) || llvm::isa<llvm::CmpInst>(instruction) ||
                         llvm::isa<llvm::CastInst>(instruction) || llvm::isa<llvm::GetElementPtrInst>(instruction) ||
                         llvm::isa<llvm::ExtractValueInst>(instruction) ||
                         llvm::isa<llvm::InsertValueInst>(instruction) || llvm::isa<llvm::SelectInst>(instruction) ||
                         llvm::isa<llvm::UnaryOperator>(instruction);
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const bool pure = call != nullptr && call->doesNotAccessMemory();
  if (!passes_on && !pure) return builder.getFalse();
  llvm::Value* own = shade == Shade::Poison ? own_poison(instruction, builder) : own_strangeness(instruction, builder);
  return builder.CreateOr(any_operand(instruction, builder, shade), own);
}

void Planter::met_undefined(llvm::Value* when, llvm::Instruction& before, const char* what) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(when); constant != nullptr && constant->isZero()) return;
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(when, &before, false, rare_branch(module_));
  llvm::IRBuilder<> builder(end);
  builder.SetCurrentDebugLocation({});
  const llvm::DILocation* place = before.getDebugLoc().get();
  const std::string file = place == nullptr ? "" : place->getFilename().str();
  builder.CreateCall(met_undefined_, {builder.CreateGlobalStringPtr(what), builder.CreateGlobalStringPtr(file),
                                      builder.getInt32(place == nullptr ? 0 : place->getLine())});
}

/// Whether a call passes poison for a parameter that is used. (Interprocedural passes pass undef for unused
/// parameters.)
llvm::Value* Planter::passed_poison(llvm::CallBase& call, llvm::IRBuilder<>& builder) {
  const llvm::Function* called = call.getCalledFunction();
  llvm::Value* any = shadow(call.getCalledOperand());
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const bool unused =
        called != nullptr && !called->isDeclaration() && i < called->arg_size() && called->getArg(i)->use_empty();
    if (!unused) any = builder.CreateOr(any, shadow(call.getArgOperand(i)));
  }
  return any;
}

/// Ends the checks of a run if poison decides a branch, or is stored, returned or passed, where shadows cannot follow
/// it.
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
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (auto* assumed = llvm::dyn_cast<llvm::AssumeInst>(call)) {
      llvm::IRBuilder<> builder(call);
      builder.SetCurrentDebugLocation({});
      llvm::Value* wrong = builder.CreateNot(builder.CreateFreeze(assumed->getArgOperand(0)));
      met_undefined(builder.CreateOr(wrong, shadow(assumed->getArgOperand(0))), instruction, "an assumption is wrong");
    } else if (!llvm::isa<llvm::IntrinsicInst>(call)) {
      llvm::IRBuilder<> builder(call);
      builder.SetCurrentDebugLocation({});
      met_undefined(passed_poison(*call, builder), instruction, "poison passed to a call");
    }
  }
}

llvm::Value* Planter::count(const PlannedCheck& planned) {
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

/// Code that tests whether the fact holds for the hidden values. Null if the fact cannot be checked.
llvm::Value* Planter::condition(const Check& check, llvm::Value* value, llvm::Value* other,
                                llvm::IRBuilder<>& builder) {
  if (check.kind == Kind::Never) return builder.getFalse();
  llvm::Type* type = value->getType();
  if (!type->isIntegerTy()) return nullptr;
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
      // One access ends before the other one starts.
      llvm::Value* before = builder.CreateICmpULE(builder.CreateAdd(value, number(check.low)), other);
      return builder.CreateOr(before, builder.CreateICmpULE(builder.CreateAdd(other, number(check.high)), value));
    }
    default: return nullptr;
  }
}

/// The position of the check. Must be determined before blocks are split.
llvm::Instruction* Planter::place_of(const PlannedCheck& planned) {
  if (planned.where.from != nullptr) return const_cast<llvm::Instruction*>(planned.where.from->getTerminator());
  auto* at = const_cast<llvm::Instruction*>(planned.where.at);
  if (at != nullptr) return llvm::isa<llvm::PHINode>(at) ? &*at->getParent()->getFirstInsertionPt() : at;
  if (auto* own = llvm::dyn_cast<llvm::Instruction>(const_cast<llvm::Value*>(planned.value))) return after(*own);
  const auto* argument = llvm::cast<llvm::Argument>(planned.value);
  return &*const_cast<llvm::Argument*>(argument)->getParent()->getEntryBlock().getFirstInsertionPt();
}

/// Whether a value of the fact is poison or not the analyzer's number.
llvm::Value* Planter::poisoned(const PlannedCheck& planned, llvm::IRBuilder<>& builder) {
  llvm::Value* any = builder.getFalse();
  if (planned.head != nullptr || planned.check.kind == Kind::Never) return any;
  for (const Shade shade : {Shade::Poison, Shade::Strange})
    for (const llvm::Value* value : {planned.value, planned.other})
      if (value != nullptr) any = builder.CreateOr(any, shadow(const_cast<llvm::Value*>(value), shade));
  return any;
}

/// Counts how often the facts of a segment are checked, with one counter at the segment's first group.
void Planter::count_judged(const CheckGroup& group, llvm::IRBuilder<>& builder) {
  const auto [known, is_new] = segment_counters_.emplace(group.segment, segment_counters_.size());
  if (is_new) {
    llvm::Value* address =
        builder.CreateConstInBoundsGEP2_64(shared_counters_->getValueType(), shared_counters_, 0, known->second);
    llvm::Value* so_far = builder.CreateLoad(builder.getInt64Ty(), address);
    builder.CreateStore(builder.CreateAdd(so_far, builder.getInt64(1)), address);
  }
  for (const PlannedCheck* planned : group.facts) {
    counted_.push_back(static_cast<std::uint32_t>(planned->claim) + first_fact_);
    counted_.push_back(static_cast<std::uint32_t>(known->second));
  }
}

/// A position that is passed exactly if control takes this edge of the branch.
llvm::Instruction* Planter::on_edge(llvm::BranchInst& branch, llvm::BasicBlock* to) {
  const auto [known, is_new] = edges_.try_emplace({&branch, to}, nullptr);
  if (!is_new) return known->second;
  llvm::BasicBlock* between = llvm::BasicBlock::Create(to->getContext(), "", to->getParent(), to);
  known->second = llvm::BranchInst::Create(to, between);
  to->replacePhiUsesWith(branch.getParent(), between);
  branch.replaceSuccessorWith(to, between);
  return known->second;
}

void Planter::plant(CheckGroup& group, Ledger& ledger) {
  const PlannedCheck& first = *group.facts.front();
  bool no_place = false;
  if (first.where.from != nullptr) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(group.at);
    no_place = branch == nullptr || !branch->isConditional();
    if (!no_place && branch->getSuccessor(0) != branch->getSuccessor(1))
      group.at = on_edge(*branch, const_cast<llvm::BasicBlock*>(first.where.to));
  }
  llvm::IRBuilder<> builder(group.at);
  builder.SetCurrentDebugLocation({});
  llvm::Value* seen = builder.getInt64(0);
  llvm::Value* other = nullptr;
  if (!no_place && first.check.kind != Kind::Never) {
    seen = opaque(first.head != nullptr ? count(first) : const_cast<llvm::Value*>(first.value), builder);
    if (first.other != nullptr) other = opaque(const_cast<llvm::Value*>(first.other), builder);
  }
  const auto holds_of = [&](const PlannedCheck& planned) {
    if (no_place) return static_cast<llvm::Value*>(nullptr);
    return planned.head == nullptr
               ? condition(planned.check, seen, other, builder)
               : builder.CreateICmp(predicate_of(planned.check.code), seen, builder.getInt64(planned.check.low));
  };
  // Several analyses claim the same or weaker facts. Only the strongest facts are tested, and all facts if one fails.
  llvm::Value* all = builder.getTrue();
  std::vector<ValueSpan> spans;
  std::set<std::tuple<Kind, Code, std::uint8_t, std::uint64_t, std::uint64_t>> looked_at;
  std::erase_if(group.facts, [&](const PlannedCheck* planned) {
    const Check& check = planned->check;
    const bool counted = planned->head != nullptr;
    if (const auto span = span_of(check); span && !counted && !no_place && seen->getType()->isIntegerTy(check.width)) {
      spans.push_back(*span);
      return false;
    }
    llvm::Value* holds = holds_of(*planned);
    if (holds == nullptr) {
      ledger.claims()[planned->claim].skip = "no check is made of it in machine code";
      return true;
    }
    if (looked_at.insert({check.kind, check.code, check.flags, check.low, check.high}).second)
      all = builder.CreateAnd(all, holds);
    return false;
  });
  for (const ValueSpan& span : strongest_spans(spans)) all = builder.CreateAnd(all, is_in(span, seen, builder));
  if (group.facts.empty()) return;
  count_judged(group, builder);
  llvm::Value* poison = poisoned(first, builder);
  llvm::Value* look = builder.CreateOr(poison, builder.CreateNot(all));
  builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(look, group.at, false, rare_branch(module_)));
  builder.SetCurrentDebugLocation({});
  poison = builder.CreateSelect(poison, builder.getInt32(2), builder.getInt32(0));
  for (const PlannedCheck* planned : group.facts) {
    llvm::Value* holds = builder.CreateZExt(holds_of(*planned), builder.getInt32Ty());
    builder.CreateCall(
        judge_, {builder.getInt32(static_cast<unsigned>(planned->claim) + first_fact_), builder.CreateOr(holds, poison),
                 builder.CreateZExtOrTrunc(seen, builder.getInt64Ty())});
  }
}

/// Groups the checks, in the order of their positions. Facts about a value at several positions of a segment are
/// checked at the last position: a run that reaches it has passed all others.
std::vector<Planter::CheckGroup> Planter::grouped_checks() {
  std::map<const llvm::Instruction*, std::pair<std::size_t, std::size_t>> places;  // only looked up: order, segment
  std::size_t segments = 0;
  for (llvm::Function& function : module_) {
    for (llvm::BasicBlock& block : function) {
      ++segments;
      for (llvm::Instruction& instruction : block) {
        places.emplace(&instruction, std::pair(places.size(), segments));
        const bool call = llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction);
        if (call) ++segments;
      }
    }
  }
  std::map<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, std::size_t> edges;  // only looked up
  using Key = std::tuple<std::size_t, const llvm::Value*, const llvm::Value*, const llvm::BasicBlock*, bool>;
  std::map<Key, std::size_t> known;  // only looked up
  std::vector<CheckGroup> groups;
  for (const PlannedCheck& planned : planned_) {
    llvm::Instruction* at = place_of(planned);
    std::size_t segment = places.at(at).second;
    if (planned.where.from != nullptr) {
      const auto [edge, is_new] = edges.emplace(std::pair(planned.where.from, planned.where.to), segments + 1);
      if (is_new) ++segments;
      segment = edge->second;
    }
    const bool never = planned.check.kind == Kind::Never;
    const Key key{segment, never ? nullptr : planned.value, planned.other, planned.head, never};
    const auto [found, is_new] = known.emplace(key, groups.size());
    if (is_new) groups.push_back({at, segment, {}});
    CheckGroup& group = groups[found->second];
    if (places.at(group.at).first < places.at(at).first) group.at = at;
    group.facts.push_back(&planned);
  }
  std::stable_sort(groups.begin(), groups.end(), [&](const CheckGroup& left, const CheckGroup& right) {
    return places.at(left.at).first < places.at(right.at).first;
  });
  return groups;
}

/// Defines a global variable in the checked program.
llvm::GlobalVariable* Planter::define(const char* name, llvm::Constant* value) {
  auto* made = llvm::cast<llvm::GlobalVariable>(module_.getOrInsertGlobal(name, value->getType()));
  made->setInitializer(value);
  made->setDSOLocal(true);
  return made;
}

/// Writes the table of facts and their counters, which assay_check.c reads.
void Planter::write_counted() {
  llvm::LLVMContext& context = module_.getContext();
  llvm::Constant* table = llvm::ConstantDataArray::get(context, counted_);
  llvm::Constant* pairs =
      llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), static_cast<std::uint32_t>(counted_.size() / 2));
  define("assay_counted", table)->setConstant(true);
  define("assay_counted_pairs", pairs)->setConstant(true);
}

void Planter::add_shadows(llvm::Function& function) {
  // The program's instructions in the order of the dominator tree: all but phis come after their operands.
  std::vector<llvm::Instruction*> instructions;
  std::vector<llvm::PHINode*> phis;
  llvm::DominatorTree tree(function);
  for (const auto* node : llvm::depth_first(&tree)) {
    for (llvm::Instruction& instruction : *node->getBlock()) {
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
        phis.push_back(phi);
      } else if (!instruction.isTerminator() && !instruction.getType()->isVoidTy()) {
        instructions.push_back(&instruction);
      }
    }
  }
  for (const Shade shade : {Shade::Poison, Shade::Strange}) {
    if (shade == Shade::Strange && numbers_ == Numbers::Machine) continue;
    // The shadows of phis are made first; they get their sources at the end.
    auto& shadows = shadows_[static_cast<std::size_t>(shade)];
    llvm::Type* bit = llvm::Type::getInt1Ty(module_.getContext());
    for (llvm::PHINode* phi : phis) shadows[phi] = llvm::PHINode::Create(bit, phi->getNumIncomingValues(), "", phi);
    for (llvm::Instruction* instruction : instructions) {
      llvm::Value* made = shadow_of(*instruction, shade);
      if (!llvm::isa<llvm::ConstantInt>(made) || !llvm::cast<llvm::ConstantInt>(made)->isZero())
        shadows[instruction] = made;
    }
    for (llvm::PHINode* phi : phis)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        llvm::cast<llvm::PHINode>(shadows[phi])
            ->addIncoming(shadow(phi->getIncomingValue(i), shade), phi->getIncomingBlock(i));
  }
}

void Planter::plant(Ledger& ledger) {
  // Collected before the shadows are added, whose code is then inserted before these positions, and so before checks.
  std::vector<llvm::Instruction*> watched;
  for (llvm::Function& function : module_)
    for (llvm::Instruction& instruction : llvm::instructions(function)) watched.push_back(&instruction);
  std::vector<CheckGroup> groups = grouped_checks();
  for (llvm::Function& function : module_)
    if (!function.isDeclaration()) add_shadows(function);
  // Counters of loops are phis, so they must be made before blocks are split.
  for (const PlannedCheck& planned : planned_)
    if (planned.head != nullptr) (void)count(planned);
  auto* counters = llvm::ArrayType::get(llvm::Type::getInt64Ty(module_.getContext()), groups.size() + 1);
  shared_counters_ = define("assay_counters", llvm::Constant::getNullValue(counters));
  for (CheckGroup& group : groups) plant(group, ledger);
  write_counted();
  for (llvm::Instruction* instruction : watched) {
    if (numbers_ != Numbers::Machine) watch_strangers(*instruction);
    watch_undefined(*instruction);
  }
}

}  // namespace assay::llvm_worker
