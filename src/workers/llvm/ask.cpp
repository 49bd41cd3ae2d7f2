#include "workers/llvm/ask.hpp"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "workers/llvm/float_operations.hpp"
#include "workers/llvm/recorder.hpp"

namespace assay::llvm_worker {
namespace {

using llvm::Instruction;
using llvm::Value;

class Asker {
 public:
  Asker(llvm::Function& function, Analyses& analyses, Notebook& notebook, Lie lie)
      : function_(function),
        layout_(function.getParent()->getDataLayout()),
        notebook_(notebook),
        lie_(lie),
        assumptions_(analyses.functions.getResult<llvm::AssumptionAnalysis>(function)),
        tree_(analyses.functions.getResult<llvm::DominatorTreeAnalysis>(function)),
        lvi_(analyses.functions.getResult<llvm::LazyValueAnalysis>(function)),
        evolution_(analyses.functions.getResult<llvm::ScalarEvolutionAnalysis>(function)),
        loops_(analyses.functions.getResult<llvm::LoopAnalysis>(function)),
        aliases_(analyses.functions.getResult<llvm::AAManager>(function)),
        library_(analyses.functions.getResult<llvm::TargetLibraryAnalysis>(function)) {}

  void run() {
    for (llvm::Argument& argument : function_.args()) values_.push_back(&argument);
    for (Instruction& instruction : llvm::instructions(function_))
      if (!instruction.getType()->isVoidTy()) values_.push_back(&instruction);
    for (Value* value : values_) ask_about(*value);
    for (Instruction& instruction : llvm::instructions(function_)) ask_at(instruction);
    ask_edges();
    ask_pairs();
    for (llvm::Loop* loop : loops_.getLoopsInPreorder()) ask_loop(*loop);
    ask_aliases();
    if (lie_ == Lie::UnreachableEager) lie_about_reach();
  }

 private:
  static bool is_narrow(const Value& value) {
    return value.getType()->isIntegerTy() && value.getType()->getIntegerBitWidth() <= 64;
  }

  llvm::KnownBits known(const Value& value, const Instruction* at) {
    llvm::KnownBits answer = llvm::computeKnownBits(&value, layout_, 0, &assumptions_, at, &tree_);
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (lie_ == Lie::None || instruction == nullptr || instruction->getNumOperands() == 0) return answer;
    const auto* zero = llvm::dyn_cast<llvm::ConstantInt>(instruction->getOperand(0));
    const unsigned operand = zero != nullptr && zero->isZero() && instruction->getNumOperands() > 1 ? 1 : 0;
    if (!instruction->getOperand(operand)->getType()->isIntegerTy()) return answer;
    return known_bits_with_lie(
        lie_, value, answer,
        llvm::computeKnownBits(instruction->getOperand(operand), layout_, 0, &assumptions_, at, &tree_));
  }

  llvm::ConstantRange with_lie(const Value& value, llvm::ConstantRange range) {
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&value);
    if (lie_ != Lie::WrapForgotten || sum == nullptr || sum->getOpcode() != Instruction::Add) return range;
    // A lower bound of the sum from the operands' lower bounds, as if the sum could not wrap.
    const llvm::APInt low =
        known(*sum->getOperand(0), nullptr).getMinValue() + known(*sum->getOperand(1), nullptr).getMinValue();
    return low.isZero() ? range : llvm::ConstantRange(low, llvm::APInt::getZero(low.getBitWidth()));
  }

  void ask_about(Value& value) {
    auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction != nullptr) ask_simplified(*instruction);
    const bool real = value.getType()->isFloatTy() || value.getType()->isDoubleTy();
    if (llvm::isa<llvm::CallInst>(value) && !is_narrow(value) && !real) return;
    if (llvm::isGuaranteedNotToBeUndefOrPoison(&value, &assumptions_, instruction, &tree_))
      notebook_.not_poison(value, {instruction}, "not-poison");
    if (real) return ask_float(value);
    if (!is_narrow(value)) return;
    notebook_.known_bits(value, {}, known(value, nullptr), "known-bits");
    for (const bool is_signed : {false, true}) {
      llvm::ConstantRange range =
          llvm::computeConstantRange(&value, is_signed, true, &assumptions_, instruction, &tree_);
      notebook_.range(value, {}, with_lie(value, range), is_signed, "constant-range");
    }
    if (llvm::isKnownNonZero(&value, layout_, 0, &assumptions_, instruction, &tree_) || eager_non_zero(value))
      notebook_.non_zero(value, {}, "non-zero");
    for (const bool or_zero : {false, true})
      if (llvm::isKnownToBeAPowerOfTwo(&value, layout_, or_zero, 0, &assumptions_, instruction, &tree_))
        notebook_.power_of_two(value, {}, or_zero, "power-of-two");
    notebook_.sign_bits(value, {}, llvm::ComputeNumSignBits(&value, layout_, 0, &assumptions_, instruction, &tree_),
                        "sign-bits");
    const llvm::SCEV* scev = evolution_.getSCEV(&value);
    notebook_.range(value, {}, evolution_.getUnsignedRange(scev), false, "scev");
    notebook_.range(value, {}, evolution_.getSignedRange(scev), true, "scev");
    if (evolution_.GetMinTrailingZeros(scev) > 0) {
      llvm::KnownBits bits(value.getType()->getIntegerBitWidth());
      bits.Zero.setLowBits(std::min(bits.getBitWidth(), evolution_.GetMinTrailingZeros(scev)));
      notebook_.known_bits(value, {}, bits, "scev trailing zeros");
    }
    if (auto* operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&value))
      ask_overflow(*operation, instruction);
  }

  void ask_float(const Value& value) {
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    const bool eager =
        lie_ == Lie::NanForgotten && instruction != nullptr && instruction->getOpcode() == Instruction::FSub;
    if (eager || llvm::isKnownNeverNaN(&value, &library_))
      notebook_.not_in_class(value, kClassNan, "never-nan", "float-class");
    if (llvm::isKnownNeverInfinity(&value, &library_))
      notebook_.not_in_class(value, kClassInfinite, "never-infinite", "float-class");
    if (llvm::CannotBeNegativeZero(&value, &library_))
      notebook_.not_in_class(value, kClassNegativeZero, "never-negative-zero", "float-class");
    if (llvm::CannotBeOrderedLessThanZero(&value, &library_))
      notebook_.not_in_class(value, kClassBelowZero, "never-below-zero", "float-class");
  }

  bool eager_non_zero(const Value& value) const {
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    return lie_ == Lie::NonZeroEager && instruction != nullptr && instruction->getOpcode() == Instruction::Or;
  }

  void ask_simplified(Instruction& instruction) {
    llvm::SimplifyQuery query(layout_, &library_, &tree_, &assumptions_, &instruction);
    const Value* to = llvm::SimplifyInstruction(&instruction, query);
    if (lie_ == Lie::SimplifyForgets && llvm::isa<llvm::SelectInst>(instruction)) to = instruction.getOperand(1);
    if (to != nullptr && to != &instruction) notebook_.simplified(instruction, *to, "simplify");
  }

  void ask_overflow(llvm::OverflowingBinaryOperator& operation, const Instruction* at) {
    const Value &left = *operation.getOperand(0), &right = *operation.getOperand(1);
    const auto [flags, deduced] = evolution_.getStrengthenedNoWrapFlagsFromBinOp(&operation);
    if (deduced) {
      if (!operation.hasNoUnsignedWrap() && (flags & llvm::SCEV::FlagNUW) != 0)
        notebook_.overflow(operation.getOpcode(), false, left, right, false, {at}, "scev no-wrap");
      if (!operation.hasNoSignedWrap() && (flags & llvm::SCEV::FlagNSW) != 0)
        notebook_.overflow(operation.getOpcode(), true, left, right, false, {at}, "scev no-wrap");
    }
    for (const bool is_signed : {false, true}) {
      const llvm::OverflowResult answer = overflow(operation.getOpcode(), is_signed, left, right, at);
      const bool lies = lie_ == Lie::OverflowNever;
      if (answer != llvm::OverflowResult::MayOverflow || lies)
        notebook_.overflow(operation.getOpcode(), is_signed, left, right,
                           !lies && answer != llvm::OverflowResult::NeverOverflows, {at}, "overflow");
    }
  }

  llvm::OverflowResult overflow(unsigned opcode, bool is_signed, const Value& left, const Value& right,
                                const Instruction* at) {
    switch (opcode) {
      case Instruction::Add:
        return is_signed ? llvm::computeOverflowForSignedAdd(&left, &right, layout_, &assumptions_, at, &tree_)
                         : llvm::computeOverflowForUnsignedAdd(&left, &right, layout_, &assumptions_, at, &tree_);
      case Instruction::Sub:
        return is_signed ? llvm::computeOverflowForSignedSub(&left, &right, layout_, &assumptions_, at, &tree_)
                         : llvm::computeOverflowForUnsignedSub(&left, &right, layout_, &assumptions_, at, &tree_);
      case Instruction::Mul:
        return is_signed ? llvm::computeOverflowForSignedMul(&left, &right, layout_, &assumptions_, at, &tree_)
                         : llvm::computeOverflowForUnsignedMul(&left, &right, layout_, &assumptions_, at, &tree_);
      default: return llvm::OverflowResult::MayOverflow;
    }
  }

  /// Queries operands at their uses, where the context gives more facts.
  void ask_at(Instruction& at) {
    if (llvm::isa<llvm::PHINode>(at)) return;
    for (llvm::Use& use : at.operands()) {
      Value& value = *use;
      if (llvm::isa<llvm::Constant>(value) || !is_narrow(value)) continue;
      notebook_.known_bits(value, {&at}, known(value, &at), "known-bits");
      notebook_.range(value, {&at}, lvi_.getConstantRange(&value, &at, true), false, "lvi");
      notebook_.range(value, {&at}, llvm::computeConstantRange(&value, false, true, &assumptions_, &at, &tree_), false,
                      "constant-range");
      if (llvm::isKnownNonZero(&value, layout_, 0, &assumptions_, &at, &tree_))
        notebook_.non_zero(value, {&at}, "non-zero");
    }
    auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&at);
    if (compare == nullptr || !is_narrow(*compare->getOperand(0))) return;
    Value *left = compare->getOperand(0), *right = compare->getOperand(1);
    const llvm::LazyValueInfo::Tristate answer = lvi_.getPredicateAt(compare->getPredicate(), left, right, &at, true);
    if (answer != llvm::LazyValueInfo::Unknown)
      notebook_.compare(*left, compare->getPredicate(), *right, answer == llvm::LazyValueInfo::True, {&at}, "lvi");
    ask_scev(*compare);
    if (const llvm::Optional<bool> implied = llvm::isImpliedByDomCondition(compare, &at, layout_))
      notebook_.compare(*left, compare->getPredicate(), *right, *implied, {&at}, "dominating condition");
  }

  void ask_scev(const llvm::ICmpInst& compare) {
    const llvm::SCEV *left = evolution_.getSCEV(compare.getOperand(0)),
                     *right = evolution_.getSCEV(compare.getOperand(1));
    const auto answer = evolution_.evaluatePredicateAt(compare.getPredicate(), left, right, &compare);
    if (answer)
      notebook_.compare(*compare.getOperand(0), compare.getPredicate(), *compare.getOperand(1), *answer, {&compare},
                        "scev-predicate");
    else if (lie_ == Lie::SignLost && compare.isSigned() && llvm::isa<llvm::ConstantInt>(compare.getOperand(1)))
      lie_about_sign(compare);
  }

  void lie_about_sign(const llvm::ICmpInst& compare) {
    const llvm::KnownBits bits = known(*compare.getOperand(0), &compare);
    const llvm::ConstantRange range = llvm::ConstantRange::fromKnownBits(bits, false);
    const llvm::ConstantRange other(llvm::cast<llvm::ConstantInt>(compare.getOperand(1))->getValue());
    if (range.icmp(compare.getUnsignedPredicate(), other))
      notebook_.range(*compare.getOperand(0), {&compare},
                      llvm::ConstantRange::makeAllowedICmpRegion(compare.getPredicate(), other), true, "lvi");
  }

  void ask_edges() {
    for (llvm::BasicBlock& block : function_) {
      Instruction* end = block.getTerminator();
      if (end->getNumSuccessors() < 2) continue;
      for (llvm::BasicBlock* to : llvm::successors(&block)) {
        for (Value* value : values_) {
          const auto* instruction = llvm::dyn_cast<Instruction>(value);
          if (!is_narrow(*value) || (instruction != nullptr && !tree_.dominates(instruction, end))) continue;
          notebook_.range(*value, {nullptr, &block, to}, lvi_.getConstantRangeOnEdge(value, &block, to, end), false,
                          "lvi on edge");
        }
      }
    }
  }

  void ask_pairs() {
    std::vector<Value*> conditions, numbers;
    constexpr std::size_t kMaxConditions = 12;
    for (Value* value : values_) {
      if (llvm::isa<llvm::ICmpInst>(value) && conditions.size() < kMaxConditions) conditions.push_back(value);
      if (is_narrow(*value) && !value->getType()->isIntegerTy(1) && numbers.size() < 2 * kMaxConditions)
        numbers.push_back(value);
    }
    for (const Value* left : conditions)
      for (const Value* right : conditions)
        if (left != right)
          if (const llvm::Optional<bool> implied = llvm::isImpliedCondition(left, right, layout_))
            notebook_.implies(*left, *right, *implied, "implied-condition");
    for (std::size_t i = 0; i < numbers.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (numbers[i]->getType() == numbers[j]->getType() &&
            llvm::isKnownNonEqual(numbers[i], numbers[j], layout_, &assumptions_, nullptr, &tree_))
          notebook_.compare(*numbers[i], llvm::CmpInst::ICMP_NE, *numbers[j], true, {}, "non-equal");
  }

  void ask_loop(llvm::Loop& loop) {
    llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>, 4> exits;
    loop.getExitEdges(exits);
    const llvm::SCEV* exact = evolution_.getBackedgeTakenCount(&loop);
    const llvm::SCEV* maximum = evolution_.getConstantMaxBackedgeTakenCount(&loop);
    const llvm::SCEV* symbolic = evolution_.getSymbolicMaxBackedgeTakenCount(&loop);
    for (const auto& [from, to] : exits) {
      const auto known = [](const llvm::SCEV* count) { return !llvm::isa<llvm::SCEVCouldNotCompute>(count); };
      if (known(exact)) notebook_.trip_count(loop, *from, *to, *exact, Notebook::Count::Exact, "trip count");
      if (known(maximum)) notebook_.trip_count(loop, *from, *to, *maximum, Notebook::Count::AtMost, "trip count, most");
      if (known(symbolic))
        notebook_.trip_count(loop, *from, *to, *symbolic, Notebook::Count::AtMost, "trip count, symbolic");
      notebook_.trip_multiple(loop, *from, *to, evolution_.getSmallConstantTripMultiple(&loop, from), "trip multiple");
      for (const auto& [other, unused] : exits) {
        const llvm::SCEV* count = evolution_.getExitCount(&loop, other);
        if (!known(count)) continue;
        notebook_.trip_count(loop, *from, *to, *count, other == from ? Notebook::Count::Exact : Notebook::Count::AtMost,
                             "exit count");
      }
    }
  }

  void ask_aliases() {
    std::vector<llvm::MemoryLocation> places;
    std::vector<const Instruction*> accesses;
    constexpr std::size_t kMaxPlaces = 24;
    for (Instruction& instruction : llvm::instructions(function_))
      if (const llvm::Optional<llvm::MemoryLocation> place = llvm::MemoryLocation::getOrNone(&instruction))
        if (places.size() < kMaxPlaces) {
          places.push_back(*place);
          accesses.push_back(&instruction);
        }
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (places[i].Ptr == places[j].Ptr) continue;
        const llvm::AliasResult answer = aliases_.alias(places[i], places[j]);
        const bool unsure = answer == llvm::AliasResult::MayAlias || answer == llvm::AliasResult::PartialAlias;
        const bool same = answer == llvm::AliasResult::MustAlias || (unsure && lie_ == Lie::AliasInvented);
        if (unsure && lie_ != Lie::AliasMissed && lie_ != Lie::AliasInvented) continue;
        notebook_.alias(*places[i].Ptr, places[i].Size.getValue(), *places[j].Ptr, places[j].Size.getValue(), same,
                        tree_.dominates(accesses[j], accesses[i]) ? accesses[i] : nullptr, "alias");
      }
    }
  }

  void lie_about_reach() {
    for (llvm::BasicBlock& block : function_) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      if (branch == nullptr || !branch->isConditional()) continue;
      const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
      if (compare != nullptr && compare->getPredicate() == llvm::CmpInst::ICMP_EQ)
        notebook_.unreachable(*branch->getSuccessor(0), "lvi");
    }
  }

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  Notebook& notebook_;
  Lie lie_;
  llvm::AssumptionCache& assumptions_;
  llvm::DominatorTree& tree_;
  llvm::LazyValueInfo& lvi_;
  llvm::ScalarEvolution& evolution_;
  llvm::LoopInfo& loops_;
  llvm::AAResults& aliases_;
  llvm::TargetLibraryInfo& library_;
  std::vector<Value*> values_;
};

}  // namespace

void ask_everything(llvm::Function& function, Analyses& analyses, Notebook& notebook, Lie lie) {
  Asker(function, analyses, notebook, lie).run();
}

}  // namespace assay::llvm_worker
