// Turns invariants that an analyzer (Clam) wrote into LLVM IR as calls of verifier.assume into checks. The checks use
// exact arithmetic, while the IR computes the invariants modulo a power of two.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include "workers/llvm/planter.hpp"
#include "workers/llvm/predicates.hpp"

namespace assay::llvm_worker {
namespace {

using Kind = Check::Kind;

/// With these limits, sums of up to 2^8 terms fit into 128 bits.
constexpr unsigned kExactBits = 128, kCoefficientBits = 56;

std::string linear_text(const llvm::Value& value) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return llvm::toString(constant->getValue(), 10, true);
  if (is_of_invariant(value)) {
    const auto& operation = llvm::cast<llvm::BinaryOperator>(value);
    const char* sign = operation.getOpcode() == llvm::Instruction::Add   ? " + "
                       : operation.getOpcode() == llvm::Instruction::Sub ? " - "
                       : operation.getOpcode() == llvm::Instruction::Mul ? " * "
                                                                         : " << ";
    return "(" + linear_text(*operation.getOperand(0)) + sign + linear_text(*operation.getOperand(1)) + ")";
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.printAsOperand(stream, false);
  return stream.str();
}

/// The name of the program's operation whose result is compared; the first if there are several.
std::string compared_operation(const llvm::Value& value) {
  if (is_of_invariant(value)) {
    const auto& operation = llvm::cast<llvm::BinaryOperator>(value);
    const bool constant = llvm::isa<llvm::Constant>(operation.getOperand(0));
    return compared_operation(*operation.getOperand(constant ? 1 : 0));
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction == nullptr ? "argument" : instruction->getOpcodeName();
}

std::string type_name(const llvm::Value& value) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.getType()->print(stream);
  return stream.str();
}

/// A linear expression as a mathematical integer. Null if it needs too many bits.
llvm::Value* exact(llvm::Value& value, llvm::IRBuilder<>& builder) {
  llvm::Type* wide = builder.getIntNTy(kExactBits);
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return llvm::ConstantInt::get(wide, constant->getValue().sext(kExactBits));
  if (!is_of_invariant(value)) return builder.CreateSExt(&value, wide, kExactName);
  auto& operation = llvm::cast<llvm::BinaryOperator>(value);
  llvm::Value* left = exact(*operation.getOperand(0), builder);
  llvm::Value* right = exact(*operation.getOperand(1), builder);
  if (left == nullptr || right == nullptr) return nullptr;
  if (operation.getOpcode() == llvm::Instruction::Add) return builder.CreateAdd(left, right, kExactName);
  if (operation.getOpcode() == llvm::Instruction::Sub) return builder.CreateSub(left, right, kExactName);
  if (llvm::isa<llvm::ConstantInt>(left)) std::swap(left, right);
  const auto* factor = llvm::dyn_cast<llvm::ConstantInt>(right);
  if (factor == nullptr) return nullptr;
  llvm::APInt number = factor->getValue();
  if (operation.getOpcode() == llvm::Instruction::Shl) {
    if (number.uge(kCoefficientBits)) return nullptr;
    number = llvm::APInt(kExactBits, 1).shl(number);
  }
  if (number.getMinSignedBits() > kCoefficientBits) return nullptr;
  return builder.CreateMul(left, llvm::ConstantInt::get(wide, number), kExactName);
}

Claim claim_at(const llvm::CallInst& call) {
  Claim claim;
  claim.function = call.getFunction()->getName().str();
  claim.source = kInvariantSource;
  claim.context = "at ";
  llvm::raw_string_ostream stream(claim.context);
  call.getParent()->printAsOperand(stream, false);
  stream.flush();
  if (const llvm::DILocation* place = call.getDebugLoc().get()) {
    claim.line = place->getLine();
    claim.column = place->getColumn();
    claim.file = place->getFilename().str();
  }
  return claim;
}

bool is_invariant(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName() == "verifier.assume";
}

/// The first instruction after a call that is not an invariant itself.
const llvm::Instruction* instruction_after(const llvm::CallInst& call) {
  const llvm::Instruction* next = call.getNextNode();
  while (is_invariant(*next)) next = next->getNextNode();
  return next;
}

}  // namespace

bool is_of_invariant(const llvm::Value& value) {
  return llvm::isa<llvm::BinaryOperator>(value) && value.getName().startswith("crab_");
}

/// Plans a check of the invariant in exact arithmetic and, if the IR computes parts of it, of the IR's own condition.
void Planter::adopt_comparison(llvm::CallInst& call, llvm::ICmpInst& condition, Lie lie, Ledger& ledger) {
  llvm::Value &left = *condition.getOperand(0), &right = *condition.getOperand(1);
  Claim claim = claim_at(call);
  claim.subject = linear_text(left);
  claim.operation = compared_operation(left);
  claim.type = type_name(left);
  claim.property =
      "relation " + llvm::CmpInst::getPredicateName(condition.getPredicate()).str() + " " + linear_text(right);
  llvm::IRBuilder<> builder(&call);
  builder.SetCurrentDebugLocation({});
  PlannedCheck planned;
  planned.where.at = instruction_after(call);
  planned.value = exact(left, builder);
  planned.other = exact(right, builder);
  if (planned.value == nullptr || planned.other == nullptr) return ledger.skip(claim, "a coefficient is too large");
  if (lie == Lie::HighOffByOne && condition.getPredicate() == llvm::CmpInst::ICMP_SLT)
    planned.other = builder.CreateSub(const_cast<llvm::Value*>(planned.other),
                                      llvm::ConstantInt::get(planned.other->getType(), 1), kExactName);
  planned.check = {Kind::Compare, code_of(condition.getPredicate()), 0, kExactBits, -1, -1, 1, 0};
  const bool computed = is_of_invariant(left) || is_of_invariant(right);
  Claim written = claim;
  planned.claim = ledger.number(std::move(claim));
  planned_.push_back(planned);
  if (!computed) return;
  written.source += " as written";
  adopt_truth(call, std::move(written), ledger);
}

void Planter::adopt_truth(llvm::CallInst& call, Claim claim, Ledger& ledger) {
  PlannedCheck planned;
  planned.value = call.getArgOperand(0);
  planned.where.at = instruction_after(call);
  planned.check = {Kind::NonZero, Code::Eq, 0, 1, -1, -1, 0, 0};
  planned.claim = ledger.number(std::move(claim));
  planned_.push_back(planned);
}

void Planter::adopt_invariants(Ledger& ledger, Lie lie) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module_)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (is_invariant(instruction)) calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  for (llvm::CallInst* call : calls) {
    llvm::Value& condition = *call->getArgOperand(0);
    auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&condition)) {
      if (constant->isZero()) {
        Claim claim = claim_at(*call);
        claim.subject = claim.context.substr(3);
        claim.operation = "block";
        claim.property = "unreachable";
        PlannedCheck planned;
        planned.where.at = instruction_after(*call);
        planned.claim = ledger.number(std::move(claim));
        planned_.push_back(planned);
      }
    } else if (comparison != nullptr && comparison->getOperand(0)->getType()->isIntegerTy() &&
               !comparison->isUnsigned()) {
      adopt_comparison(*call, *comparison, lie, ledger);
    } else {
      Claim claim = claim_at(*call);
      claim.subject = linear_text(condition);
      claim.operation = compared_operation(condition);
      claim.type = "i1";
      claim.property = "interval 1 1";
      adopt_truth(*call, std::move(claim), ledger);
    }
  }
  // The conditions stay in the module. They are unused, so they do no harm.
  for (llvm::CallInst* call : calls) call->eraseFromParent();
}

}  // namespace assay::llvm_worker
