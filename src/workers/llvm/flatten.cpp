#include "workers/llvm/flatten.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>

#include "workers/llvm/float_operations.hpp"
#include "workers/llvm/objects.hpp"
#include "workers/llvm/predicates.hpp"

namespace assay::llvm_worker {

std::uint64_t float_bits(const llvm::ConstantFP& number) {
  if (number.isNaN()) return nan_bits(number.getType()->isFloatTy() ? 32 : 64);
  return number.getValueAPF().bitcastToAPInt().getZExtValue();
}

namespace {

constexpr unsigned kPointerWidth = 64;

/// The width of a type in bits; 0 if the machine does not support the type.
unsigned width_of(const llvm::Type* type) {
  if (type->isPointerTy()) return kPointerWidth;
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) return type->getIntegerBitWidth();
  return type->isFloatTy() ? 32 : type->isDoubleTy() ? 64 : 0;
}
bool is_float(const llvm::Type* type) { return type->isFloatTy() || type->isDoubleTy(); }

std::uint8_t flags_of(const llvm::Instruction& instruction) {
  unsigned flags = 0;
  if (const auto* op = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction))
    flags |= (op->hasNoUnsignedWrap() ? unsigned{kNuw} : 0U) | (op->hasNoSignedWrap() ? unsigned{kNsw} : 0U);
  if (const auto* op = llvm::dyn_cast<llvm::PossiblyExactOperator>(&instruction))
    flags |= op->isExact() ? unsigned{kExact} : 0U;
  if (const auto* op = llvm::dyn_cast<llvm::FPMathOperator>(&instruction))
    flags |= (op->hasNoNaNs() ? unsigned{kNoNan} : 0U) | (op->hasNoInfs() ? unsigned{kNoInf} : 0U);
  return static_cast<std::uint8_t>(flags);
}

/// The flag of a load or store of the type.
std::uint8_t kind_of(const llvm::Type* type) {
  return type->isPointerTy() ? kPointer : is_float(type) ? kFloat : std::uint8_t{0};
}

std::optional<Code> binary_code(unsigned opcode) {
  using I = llvm::Instruction;
  switch (opcode) {
    case I::Add: return Code::Add;
    case I::Sub: return Code::Sub;
    case I::Mul: return Code::Mul;
    case I::UDiv: return Code::UDiv;
    case I::SDiv: return Code::SDiv;
    case I::URem: return Code::URem;
    case I::SRem: return Code::SRem;
    case I::Shl: return Code::Shl;
    case I::LShr: return Code::LShr;
    case I::AShr: return Code::AShr;
    case I::And: return Code::And;
    case I::Or: return Code::Or;
    case I::Xor: return Code::Xor;
    case I::FAdd: return Code::FAdd;
    case I::FSub: return Code::FSub;
    case I::FMul: return Code::FMul;
    case I::FDiv: return Code::FDiv;
    case I::FRem: return Code::FRem;
    default: return std::nullopt;
  }
}

struct IntrinsicRow {
  llvm::Intrinsic::ID id;
  Code code;
};
constexpr IntrinsicRow kIntrinsics[] = {
    {llvm::Intrinsic::abs, Code::Abs},
    {llvm::Intrinsic::ctlz, Code::Ctlz},
    {llvm::Intrinsic::cttz, Code::Cttz},
    {llvm::Intrinsic::ctpop, Code::Ctpop},
    {llvm::Intrinsic::bswap, Code::Bswap},
    {llvm::Intrinsic::bitreverse, Code::Bitreverse},
    {llvm::Intrinsic::umin, Code::UMin},
    {llvm::Intrinsic::umax, Code::UMax},
    {llvm::Intrinsic::smin, Code::SMin},
    {llvm::Intrinsic::smax, Code::SMax},
    {llvm::Intrinsic::uadd_sat, Code::UAddSat},
    {llvm::Intrinsic::sadd_sat, Code::SAddSat},
    {llvm::Intrinsic::usub_sat, Code::USubSat},
    {llvm::Intrinsic::ssub_sat, Code::SSubSat},
    {llvm::Intrinsic::ushl_sat, Code::UShlSat},
    {llvm::Intrinsic::sshl_sat, Code::SShlSat},
    {llvm::Intrinsic::fshl, Code::FShl},
    {llvm::Intrinsic::fshr, Code::FShr},
    {llvm::Intrinsic::fabs, Code::FAbs},
    {llvm::Intrinsic::copysign, Code::CopySign},
    {llvm::Intrinsic::minnum, Code::MinNum},
    {llvm::Intrinsic::maxnum, Code::MaxNum},
    {llvm::Intrinsic::sqrt, Code::Sqrt},
    {llvm::Intrinsic::floor, Code::Floor},
    {llvm::Intrinsic::ceil, Code::Ceil},
    {llvm::Intrinsic::trunc, Code::RoundToZero},
    {llvm::Intrinsic::fma, Code::Fma},
    {llvm::Intrinsic::expect, Code::Copy},
    {llvm::Intrinsic::uadd_with_overflow, Code::UAddOverflow},
    {llvm::Intrinsic::sadd_with_overflow, Code::SAddOverflow},
    {llvm::Intrinsic::usub_with_overflow, Code::USubOverflow},
    {llvm::Intrinsic::ssub_with_overflow, Code::SSubOverflow},
    {llvm::Intrinsic::umul_with_overflow, Code::UMulOverflow},
    {llvm::Intrinsic::smul_with_overflow, Code::SMulOverflow},
};

/// The operation that computes the first member of an overflow intrinsic's result.
Code first_member(Code overflow) {
  if (overflow == Code::UAddOverflow || overflow == Code::SAddOverflow) return Code::Add;
  return overflow == Code::USubOverflow || overflow == Code::SSubOverflow ? Code::Sub : Code::Mul;
}

class Flattener {
 public:
  explicit Flattener(const llvm::Function& function) : function_(function) {}

  Snapshot run() {
    if (function_.isDeclaration()) refuse("no body");
    // Passes may use knowledge about the callers of a local function.
    if (function_.hasLocalLinkage()) refuse("a function of the module's own");
    if (function_.getReturnType()->isPointerTy()) refuse("type of the result");
    for (const llvm::Argument& argument : function_.args()) read_parameter(argument);
    for (const llvm::BasicBlock& block : function_)
      for (const llvm::Instruction& instruction : block) define(instruction);
    for (const llvm::BasicBlock& block : function_) {
      if (!result_.refusal.empty()) return std::move(result_);
      if (block.getTerminator() == nullptr) {
        refuse("block without an end");
        break;
      }
      read_block(block);
    }
    if (result_.refusal.empty()) link();
    result_.code.objects = objects_.take();
    if (result_.refusal.empty()) result_.refusal = objects_.refusal();
    return std::move(result_);
  }

 private:
  void refuse(const std::string& why) {
    if (result_.refusal.empty()) result_.refusal = why;
  }
  std::int32_t new_slot() {
    result_.code.frame.push_back({0, State::Unknown});
    return static_cast<std::int32_t>(result_.code.frame.size()) - 1;
  }
  std::int32_t here() const { return static_cast<std::int32_t>(result_.code.ops.size()); }
  Op& emit(Code code, std::int32_t out = -1, std::int32_t a = -1, std::int32_t b = -1, std::int32_t c = -1) {
    result_.code.ops.push_back({code, 0, 0, 0, out, a, b, c, -1, -1});
    return result_.code.ops.back();
  }

  void read_parameter(const llvm::Argument& argument) {
    const unsigned width = width_of(argument.getType());
    const std::int32_t slot = new_slot();
    result_.slots[&argument] = slot;
    const bool pointer = argument.getType()->isPointerTy();
    result_.code.arguments.push_back(
        pointer ? std::uint8_t{0} : static_cast<std::uint8_t>(width | (is_float(argument.getType()) ? kFloat : 0U)));
    if (argument.hasAttribute(llvm::Attribute::NoUndef)) result_.code.defined.push_back(slot);
    if (pointer) {
      const bool may_be_null =
          !argument.hasAttribute(llvm::Attribute::NonNull) && argument.getDereferenceableBytes() == 0;
      const std::uint64_t object = objects_.of_parameter(argument);
      result_.code.pointers.push_back({slot, static_cast<std::int32_t>(object) - 1, may_be_null});
    } else if (width == 0) {
      refuse("type of a parameter");
    }
  }

  /// The value of a constant pointer into a global variable.
  Cell address_of(const llvm::Constant& constant) {
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    llvm::APInt offset(kPointerWidth, 0);
    const llvm::Value* base = constant.stripAndAccumulateConstantOffsets(layout, offset, true);
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
    const std::uint64_t object = variable == nullptr ? 0 : objects_.of_global(*variable);
    if (object == 0 || offset.ugt(objects_.size_of(object))) {
      refuse(objects_.refusal().empty() ? "operand" : objects_.refusal());
      return {};
    }
    return {(object << 32U) | offset.getZExtValue(), State::Defined};
  }

  void define(const llvm::Instruction& instruction) {
    const llvm::Type* type = instruction.getType();
    if (type->isVoidTy()) return;
    if (llvm::isa<llvm::WithOverflowInst>(instruction)) {
      result_.slots[&instruction] = new_slot();
      (void)new_slot();  // for the second member; it must follow the first
      return;
    }
    if (width_of(type) == 0) return refuse("type of a value");
    result_.slots[&instruction] = new_slot();
  }

  std::int32_t slot(const llvm::Value* value) {
    const auto found = result_.slots.find(value);
    if (found != result_.slots.end()) return found->second;
    Cell cell;
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
        number != nullptr && number->getBitWidth() <= 64) {
      cell.bits = number->getZExtValue();
    } else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(value);
               real != nullptr && is_float(value->getType())) {
      cell.bits = float_bits(*real);
    } else if (llvm::isa<llvm::PoisonValue>(value)) {
      cell.state = State::Poison;
    } else if (llvm::isa<llvm::UndefValue>(value)) {
      cell.state = State::Unknown;
    } else if (llvm::isa<llvm::Constant>(value) && value->getType()->isPointerTy() &&
               !llvm::isa<llvm::ConstantPointerNull>(value)) {
      cell = address_of(llvm::cast<llvm::Constant>(*value));
    } else if (!llvm::isa<llvm::ConstantPointerNull>(value)) {
      refuse("operand");
    }
    const std::int32_t made = new_slot();
    result_.code.frame[static_cast<std::size_t>(made)] = cell;
    result_.slots[value] = made;
    return made;
  }

  void read_block(const llvm::BasicBlock& block) {
    result_.start[&block] = here();
    for (const llvm::Instruction& instruction : block) {
      result_.before[&instruction] = here();
      if (instruction.getMetadata(llvm::LLVMContext::MD_range) != nullptr ||
          instruction.getMetadata(llvm::LLVMContext::MD_nonnull) != nullptr ||
          instruction.getMetadata(llvm::LLVMContext::MD_noundef) != nullptr)
        refuse("metadata that makes poison");
      if (!llvm::isa<llvm::PHINode>(instruction)) read(instruction);
      result_.after[&instruction] = here();
    }
  }

  /// Flags that permit other results than IEEE's are refused; `nnan` and `ninf` make poison.
  void check_fast_math(const llvm::Instruction& instruction) {
    const auto* op = llvm::dyn_cast<llvm::FPMathOperator>(&instruction);
    if (op == nullptr || !op->getFastMathFlags().any()) return;
    llvm::FastMathFlags flags = op->getFastMathFlags();
    const bool makes_poison = binary_code(instruction.getOpcode()).has_value() || llvm::isa<llvm::FCmpInst>(op) ||
                              instruction.getOpcode() == llvm::Instruction::FNeg;
    if (makes_poison) {
      flags.setNoNaNs(false);
      flags.setNoInfs(false);
    }
    if (flags.any()) refuse("fast-math");
  }

  void read(const llvm::Instruction& instruction) {
    check_fast_math(instruction);
    const unsigned width = width_of(instruction.getType());
    const auto made = result_.slots.find(&instruction);
    const std::int32_t out = made == result_.slots.end() ? -1 : made->second;
    if (const std::optional<Code> code = binary_code(instruction.getOpcode())) {
      Op op{*code, flags_of(instruction),           static_cast<std::uint8_t>(width), 0,
            out,   slot(instruction.getOperand(0)), slot(instruction.getOperand(1))};
      result_.code.ops.push_back(op);
    } else if (instruction.getOpcode() == llvm::Instruction::FNeg) {
      Op& op = emit(Code::FNeg, out, slot(instruction.getOperand(0)));
      op.width = static_cast<std::uint8_t>(width);
      op.flags = flags_of(instruction);
    } else if (const auto* real = llvm::dyn_cast<llvm::FCmpInst>(&instruction)) {
      const std::int32_t a = slot(real->getOperand(0)), b = slot(real->getOperand(1));
      Op& op = emit(Code::FCmp, out, a, b);
      op.width = static_cast<std::uint8_t>(width_of(real->getOperand(0)->getType()));
      op.from = static_cast<std::uint8_t>(real->getPredicate());
      op.flags = flags_of(instruction);
    } else if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      read_comparison(*compare, out);
    } else if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
      read_cast(*cast, out, width);
    } else if (llvm::isa<llvm::SelectInst>(instruction)) {
      if (!instruction.getOperand(0)->getType()->isIntegerTy(1)) refuse("type of a value");
      const std::int32_t condition = slot(instruction.getOperand(0));
      const std::int32_t then = slot(instruction.getOperand(1));
      emit(Code::Select, out, condition, then, slot(instruction.getOperand(2)));
    } else if (llvm::isa<llvm::FreezeInst>(instruction)) {
      emit(Code::Freeze, out, slot(instruction.getOperand(0))).width = static_cast<std::uint8_t>(width);
    } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      read_call(*call, out, width);
    } else if (const auto* member = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
      read_member(*member, out);
    } else if (instruction.isTerminator()) {
      read_terminator(instruction);
    } else {
      read_memory(instruction, out, width);
    }
  }

  void read_comparison(const llvm::ICmpInst& compare, std::int32_t out) {
    const unsigned width = width_of(compare.getOperand(0)->getType());
    const Code code = code_of(compare.getPredicate());
    const std::int32_t a = slot(compare.getOperand(0)), b = slot(compare.getOperand(1));
    if (width == 0) return refuse("type of a value");
    const bool pointers = compare.getOperand(0)->getType()->isPointerTy();
    Op& op = emit(pointers ? Code::PointerCompare : code, out, a, b);
    op.width = static_cast<std::uint8_t>(width);
    if (pointers) op.flags = static_cast<std::uint8_t>(code);
  }

  void read_cast(const llvm::CastInst& cast, std::int32_t out, unsigned width) {
    const llvm::Type* source = cast.getOperand(0)->getType();
    const unsigned from = width_of(source);
    Code code = Code::Copy;
    switch (cast.getOpcode()) {
      case llvm::Instruction::ZExt: code = Code::ZExt; break;
      case llvm::Instruction::SExt: code = Code::SExt; break;
      case llvm::Instruction::Trunc: code = Code::Trunc; break;
      case llvm::Instruction::FPToSI: code = Code::FToSI; break;
      case llvm::Instruction::FPToUI: code = Code::FToUI; break;
      case llvm::Instruction::SIToFP: code = Code::SIToF; break;
      case llvm::Instruction::UIToFP: code = Code::UIToF; break;
      case llvm::Instruction::FPTrunc: code = Code::FTruncate; break;
      case llvm::Instruction::FPExt: code = Code::FExtend; break;
      case llvm::Instruction::BitCast:
        if (is_float(source) != is_float(cast.getType()))
          code = is_float(source) ? Code::BitsOfFloat : Code::FloatOfBits;
        break;
      default: return refuse("cast");
    }
    if (from == 0 || width == 0 || (code == Code::Copy && source->isPointerTy() != cast.getType()->isPointerTy()))
      return refuse("cast");
    Op& op = emit(code, out, slot(cast.getOperand(0)));
    op.width = static_cast<std::uint8_t>(width);
    op.from = static_cast<std::uint8_t>(from);
  }

  void read_member(const llvm::ExtractValueInst& member, std::int32_t out) {
    if (!llvm::isa<llvm::WithOverflowInst>(member.getAggregateOperand())) return refuse("aggregate");
    const std::int32_t pair = slot(member.getAggregateOperand());
    emit(Code::Copy, out, pair + static_cast<std::int32_t>(member.getIndices()[0])).width = 64;
  }

  void read_call(const llvm::CallInst& call, std::int32_t out, unsigned width) {
    const llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr || call.hasOperandBundles()) return refuse("call");
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
      return read_intrinsic(*intrinsic, out, width);
    if (!callee->isDeclaration() || callee->onlyReadsMemory() || callee->onlyAccessesArgMemory())
      return refuse("call of a function with a body or a promise");
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.paramHasAttr(i, llvm::Attribute::NoUndef)) refuse("attributes of a call");
    if (is_float(call.getType())) refuse("type of a call");
    FlatFunction::CallRow row{hash_of(callee->getName()), {}};
    for (const llvm::Use& argument : call.args()) {
      if (!argument->getType()->isIntegerTy()) refuse("type of an argument");
      row.arguments.push_back(slot(argument));
    }
    result_.code.calls.push_back(row);
    Op& op = emit(Code::Call, out);
    op.width = static_cast<std::uint8_t>(width);
    op.to = static_cast<std::int32_t>(result_.code.calls.size()) - 1;
  }

  void read_intrinsic(const llvm::IntrinsicInst& call, std::int32_t out, unsigned width) {
    if (call.getIntrinsicID() == llvm::Intrinsic::assume) {
      emit(Code::Assume, -1, slot(call.getArgOperand(0)));
      return;
    }
    if (call.getIntrinsicID() == llvm::Intrinsic::experimental_noalias_scope_decl) return;
    if (call.isLifetimeStartOrEnd()) {
      emit(Code::Forget, -1, slot(call.getArgOperand(1)));
      return;
    }
    const auto* row = std::find_if(std::begin(kIntrinsics), std::end(kIntrinsics),
                                   [&](const IntrinsicRow& each) { return each.id == call.getIntrinsicID(); });
    if (row == std::end(kIntrinsics)) return refuse("intrinsic");
    std::int32_t operands[3] = {-1, -1, -1};
    for (unsigned i = 0; i < std::min(call.arg_size(), 3U); ++i) operands[i] = slot(call.getArgOperand(i));
    const unsigned of = width_of(call.getArgOperand(0)->getType());
    if (of == 0) return refuse("type of a value");
    const bool pair = llvm::isa<llvm::WithOverflowInst>(call);
    if (pair) emit(first_member(row->code), out, operands[0], operands[1]).width = static_cast<std::uint8_t>(of);
    emit(row->code, pair ? out + 1 : out, operands[0], operands[1], operands[2]).width =
        static_cast<std::uint8_t>(pair ? of : width);
  }

  void read_memory(const llvm::Instruction& instruction, std::int32_t out, unsigned width) {
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      const auto size = alloca->getAllocationSizeInBits(layout);
      if (!size || size->getFixedSize() > ObjectTable::kMaxBytes * 8) return refuse("alloca");
      emit(Code::Alloca, out).to = static_cast<std::int32_t>((size->getFixedSize() + 7) / 8);
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load != nullptr && load->isSimple()) {
      Op& op = emit(Code::Load, out, slot(load->getPointerOperand()));
      op.width = static_cast<std::uint8_t>(width);
      op.flags = kind_of(load->getType());
      op.from = static_cast<std::uint8_t>(llvm::Log2(load->getAlign()));
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
               store != nullptr && store->isSimple()) {
      const unsigned stored = width_of(store->getValueOperand()->getType());
      if (stored == 0) return refuse("type of a value");
      const std::int32_t value = slot(store->getValueOperand());
      Op& op = emit(Code::Store, -1, value, slot(store->getPointerOperand()));
      op.width = static_cast<std::uint8_t>(stored);
      op.flags = kind_of(store->getValueOperand()->getType());
      op.from = static_cast<std::uint8_t>(llvm::Log2(store->getAlign()));
    } else if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      read_address(*address, out, layout);
    } else {
      refuse("instruction");
    }
  }

  void read_address(const llvm::GetElementPtrInst& address, std::int32_t out, const llvm::DataLayout& layout) {
    std::int32_t base = slot(address.getPointerOperand());
    constexpr std::uint64_t kMaxStepBytes = 1U << 20;
    for (auto step = llvm::gep_type_begin(address); step != llvm::gep_type_end(address); ++step) {
      if (width_of(step.getOperand()->getType()) == 0) return refuse("address");
      std::uint64_t size = 0;
      std::int32_t index = 0;
      if (llvm::StructType* record = step.getStructTypeOrNull()) {
        // One step whose size is the member's offset.
        const auto member = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(step.getOperand())->getZExtValue());
        size = layout.getStructLayout(record)->getElementOffset(member);
        index = constant_slot(result_, 1);
      } else {
        size = layout.getTypeAllocSize(step.getIndexedType()).getFixedSize();
        index = slot(step.getOperand());
      }
      if (size > kMaxStepBytes) return refuse("address");
      Op& op = emit(Code::Gep, out, base, index);
      op.width = static_cast<std::uint8_t>(width_of(step.getOperand()->getType()));
      op.to = static_cast<std::int32_t>(size);
      op.flags = address.isInBounds() ? kInBounds : std::uint8_t{0};
      base = out;
    }
  }

  /// The number of an edge, a provisional target. `link` replaces it by the position of the edge's copies and jump.
  std::int32_t edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
    const auto key = std::make_pair(from, to);
    const auto found = std::find(edges_.begin(), edges_.end(), key);
    if (found != edges_.end()) return static_cast<std::int32_t>(found - edges_.begin());
    edges_.push_back(key);
    return static_cast<std::int32_t>(edges_.size()) - 1;
  }

  void read_terminator(const llvm::Instruction& end) {
    const llvm::BasicBlock* block = end.getParent();
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end)) {
      const std::int32_t to = edge(block, branch->getSuccessor(0));
      const std::int32_t condition = branch->isConditional() ? slot(branch->getCondition()) : -1;
      Op& op = emit(branch->isConditional() ? Code::Branch : Code::Jump, -1, condition);
      op.to = to;
      if (branch->isConditional()) op.otherwise = edge(block, branch->getSuccessor(1));
    } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
      FlatFunction::SwitchRow row;
      const std::int32_t condition = slot(choice->getCondition());
      if (width_of(choice->getCondition()->getType()) == 0) return refuse("type of a value");
      for (const auto& each : choice->cases())
        row.cases.emplace_back(each.getCaseValue()->getZExtValue(), edge(block, each.getCaseSuccessor()));
      row.otherwise = edge(block, choice->getDefaultDest());
      result_.code.switches.push_back(row);
      emit(Code::Switch, -1, condition).to = static_cast<std::int32_t>(result_.code.switches.size()) - 1;
    } else if (const auto* back = llvm::dyn_cast<llvm::ReturnInst>(&end)) {
      emit(Code::Return, -1, back->getReturnValue() == nullptr ? -1 : slot(back->getReturnValue()));
    } else if (llvm::isa<llvm::UnreachableInst>(end)) {
      emit(Code::Unreachable);
    } else {
      refuse("terminator");
    }
  }

  void copy_phis(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
    std::vector<std::pair<std::int32_t, std::int32_t>> copies;
    for (const llvm::PHINode& phi : to->phis()) {
      const int index = phi.getBasicBlockIndex(from);
      if (index < 0) return refuse("phi without the edge");
      copies.emplace_back(slot(&phi), slot(phi.getIncomingValue(static_cast<unsigned>(index))));
    }
    std::vector<std::int32_t> kept;
    if (copies.size() > 1) {
      for (const auto& [target, source] : copies) {
        kept.push_back(new_slot());
        emit(Code::Copy, kept.back(), source);
      }
    }
    for (std::size_t i = 0; i < copies.size(); ++i)
      emit(Code::Copy, copies[i].first, kept.empty() ? copies[i].second : kept[i]);
  }

  void link() {
    std::vector<std::int32_t> begins;
    const auto ops = static_cast<std::size_t>(here());
    for (const auto& [from, to] : edges_) {
      begins.push_back(here());
      result_.edges[{from, to}] = here();
      copy_phis(from, to);
      const auto target = result_.start.find(to);
      if (target == result_.start.end()) return refuse("edge out of the function");
      emit(Code::Jump).to = target->second;
    }
    const auto mend = [&begins](std::int32_t& edge) { edge = begins[static_cast<std::size_t>(edge)]; };
    for (std::size_t i = 0; i < ops; ++i) {
      Op& op = result_.code.ops[i];
      if (op.code != Code::Jump && op.code != Code::Branch) continue;
      mend(op.to);
      if (op.code == Code::Branch) mend(op.otherwise);
    }
    for (FlatFunction::SwitchRow& row : result_.code.switches) {
      for (auto& [value, target] : row.cases) mend(target);
      mend(row.otherwise);
    }
  }

  const llvm::Function& function_;
  Snapshot result_;
  std::vector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges_;
  ObjectTable objects_;
};

}  // namespace

Snapshot flatten(const llvm::Function& function) { return Flattener(function).run(); }

std::int32_t constant_slot(Snapshot& snapshot, std::uint64_t bits) {
  snapshot.code.frame.push_back({bits, State::Defined});
  return static_cast<std::int32_t>(snapshot.code.frame.size()) - 1;
}

FlatFunction with_ops(const FlatFunction& code, std::vector<std::pair<std::int32_t, Op>> more) {
  std::stable_sort(more.begin(), more.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  FlatFunction result = code;
  result.ops.clear();
  std::vector<std::int32_t> moved;
  std::vector<bool> added;
  auto next = more.begin();
  for (std::size_t i = 0; i < code.ops.size(); ++i) {
    moved.push_back(static_cast<std::int32_t>(result.ops.size()));
    for (; next != more.end() && next->first == static_cast<std::int32_t>(i); ++next) {
      result.ops.push_back(next->second);
      added.push_back(true);
    }
    result.ops.push_back(code.ops[i]);
    added.push_back(false);
  }
  const auto mend = [&moved](std::int32_t& target) { target = moved[static_cast<std::size_t>(target)]; };
  for (std::size_t i = 0; i < result.ops.size(); ++i) {
    Op& op = result.ops[i];
    if (added[i] || (op.code != Code::Jump && op.code != Code::Branch)) continue;
    mend(op.to);
    if (op.code == Code::Branch) mend(op.otherwise);
  }
  for (FlatFunction::SwitchRow& row : result.switches) {
    for (auto& [value, target] : row.cases) mend(target);
    mend(row.otherwise);
  }
  return result;
}

std::uint64_t fingerprint(const llvm::Function& function) {
  std::uint64_t hash = 1;
  const auto add = [&hash](std::uint64_t with) { hash = combined(hash, with); };
  for (const llvm::BasicBlock& block : function) {
    add(reinterpret_cast<std::uintptr_t>(&block));
    for (const llvm::Instruction& instruction : block) {
      add(reinterpret_cast<std::uintptr_t>(&instruction));
      add(instruction.getOpcode() | (std::uint64_t{instruction.getRawSubclassOptionalData()} << 32U));
      add(reinterpret_cast<std::uintptr_t>(instruction.getType()));
      if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) add(compare->getPredicate());
      for (const llvm::Use& operand : instruction.operands()) add(reinterpret_cast<std::uintptr_t>(operand.get()));
      if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
        for (const llvm::BasicBlock* incoming : phi->blocks()) add(reinterpret_cast<std::uintptr_t>(incoming));
    }
  }
  return hash;
}

}  // namespace assay::llvm_worker
