// Wrappers to which the linker redirects LLVM's queries of its analyses, one for each row of ASSAY_LLVM_QUERIES in
// CMakeLists.txt.
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "workers/llvm/recorder.hpp"

// The linker's names of a wrapped symbol: the real function, and the wrapper that is called instead. In the Linux ABI a
// member function takes its object as the first parameter.
#define ASSAY_REAL(symbol) __asm__("__real_" symbol)
#define ASSAY_WRAP(symbol) __asm__("__wrap_" symbol)

namespace assay::llvm_worker {
namespace {

using llvm::AssumptionCache;
using llvm::DataLayout;
using llvm::DominatorTree;
using llvm::Instruction;
using llvm::Value;
using Predicate = llvm::CmpInst::Predicate;

/// The function that contains the context or the value of a query. Null if neither is in a function.
const llvm::Function* function_of(const Value* value, const Instruction* context) {
  if (context != nullptr && context->getParent() != nullptr) return context->getFunction();
  if (const auto* argument = llvm::dyn_cast_or_null<llvm::Argument>(value)) return argument->getParent();
  const auto* instruction = llvm::dyn_cast_or_null<Instruction>(value);
  return instruction == nullptr || instruction->getParent() == nullptr ? nullptr : instruction->getFunction();
}

/// Calls `take(notebook, source)` if the query is recorded.
template <typename Take>
void record(const Value* value, const Instruction* context, std::string_view question, Take take) {
  Recorder* recorder = Recorder::active;
  if (recorder == nullptr) return;
  if (context != nullptr && context->getParent() == nullptr) return;  // not inserted yet, so it is never executed
  const Recorder::Pause pause;
  if (Notebook* notebook = recorder->about(function_of(value, context))) take(*notebook, recorder->source(question));
}

}  // namespace

#define KNOWN_BITS                                                                                                    \
  "_ZN4llvm16computeKnownBitsEPKNS_5ValueERNS_9KnownBitsERKNS_10DataLayoutEjPNS_15AssumptionCacheEPKNS_11Instruction" \
  "EPKNS_13DominatorTreeEPNS_25OptimizationRemarkEmitterEb"
void real_known_bits(const Value*, llvm::KnownBits&, const DataLayout&, unsigned, AssumptionCache*, const Instruction*,
                     const DominatorTree*, llvm::OptimizationRemarkEmitter*, bool) ASSAY_REAL(KNOWN_BITS);
void wrap_known_bits(const Value*, llvm::KnownBits&, const DataLayout&, unsigned, AssumptionCache*, const Instruction*,
                     const DominatorTree*, llvm::OptimizationRemarkEmitter*, bool) ASSAY_WRAP(KNOWN_BITS);
void wrap_known_bits(const Value* value, llvm::KnownBits& known, const DataLayout& layout, unsigned depth,
                     AssumptionCache* assumptions, const Instruction* context, const DominatorTree* tree,
                     llvm::OptimizationRemarkEmitter* remarks, bool flags) {
  real_known_bits(value, known, layout, depth, assumptions, context, tree, remarks, flags);
  record(value, context, "known-bits",
         [&](Notebook& notebook, const std::string& source) { notebook.known_bits(*value, {context}, known, source); });
}

#define KNOWN_BITS_VALUE                                                                                     \
  "_ZN4llvm16computeKnownBitsEPKNS_5ValueERKNS_10DataLayoutEjPNS_15AssumptionCacheEPKNS_11InstructionEPKNS_" \
  "13Dominator"                                                                                              \
  "TreeEPNS_25OptimizationRemarkEmitterEb"
llvm::KnownBits real_known_bits_value(const Value*, const DataLayout&, unsigned, AssumptionCache*, const Instruction*,
                                      const DominatorTree*, llvm::OptimizationRemarkEmitter*, bool)
    ASSAY_REAL(KNOWN_BITS_VALUE);
llvm::KnownBits wrap_known_bits_value(const Value*, const DataLayout&, unsigned, AssumptionCache*, const Instruction*,
                                      const DominatorTree*, llvm::OptimizationRemarkEmitter*, bool)
    ASSAY_WRAP(KNOWN_BITS_VALUE);
llvm::KnownBits wrap_known_bits_value(const Value* value, const DataLayout& layout, unsigned depth,
                                      AssumptionCache* assumptions, const Instruction* context,
                                      const DominatorTree* tree, llvm::OptimizationRemarkEmitter* remarks, bool flags) {
  llvm::KnownBits known = real_known_bits_value(value, layout, depth, assumptions, context, tree, remarks, flags);
  record(value, context, "known-bits",
         [&](Notebook& notebook, const std::string& source) { notebook.known_bits(*value, {context}, known, source); });
  return known;
}

#define NON_ZERO                                                                                                      \
  "_ZN4llvm14isKnownNonZeroEPKNS_5ValueERKNS_10DataLayoutEjPNS_15AssumptionCacheEPKNS_11InstructionEPKNS_13Dominator" \
  "TreeEb"
bool real_non_zero(const Value*, const DataLayout&, unsigned, AssumptionCache*, const Instruction*,
                   const DominatorTree*, bool) ASSAY_REAL(NON_ZERO);
bool wrap_non_zero(const Value*, const DataLayout&, unsigned, AssumptionCache*, const Instruction*,
                   const DominatorTree*, bool) ASSAY_WRAP(NON_ZERO);
bool wrap_non_zero(const Value* value, const DataLayout& layout, unsigned depth, AssumptionCache* assumptions,
                   const Instruction* context, const DominatorTree* tree, bool flags) {
  const bool answer = real_non_zero(value, layout, depth, assumptions, context, tree, flags);
  if (answer)
    record(value, context, "non-zero",
           [&](Notebook& notebook, const std::string& source) { notebook.non_zero(*value, {context}, source); });
  return answer;
}

#define POWER_OF_TWO                                                                                                  \
  "_ZN4llvm22isKnownToBeAPowerOfTwoEPKNS_5ValueERKNS_10DataLayoutEbjPNS_15AssumptionCacheEPKNS_11InstructionEPKNS_13" \
  "DominatorTreeEb"
bool real_power(const Value*, const DataLayout&, bool, unsigned, AssumptionCache*, const Instruction*,
                const DominatorTree*, bool) ASSAY_REAL(POWER_OF_TWO);
bool wrap_power(const Value*, const DataLayout&, bool, unsigned, AssumptionCache*, const Instruction*,
                const DominatorTree*, bool) ASSAY_WRAP(POWER_OF_TWO);
bool wrap_power(const Value* value, const DataLayout& layout, bool or_zero, unsigned depth,
                AssumptionCache* assumptions, const Instruction* context, const DominatorTree* tree, bool flags) {
  const bool answer = real_power(value, layout, or_zero, depth, assumptions, context, tree, flags);
  if (answer)
    record(value, context, "power-of-two", [&](Notebook& notebook, const std::string& source) {
      notebook.power_of_two(*value, {context}, or_zero, source);
    });
  return answer;
}

#define MASKED_ZERO                                                                                                    \
  "_ZN4llvm17MaskedValueIsZeroEPKNS_5ValueERKNS_5APIntERKNS_10DataLayoutEjPNS_15AssumptionCacheEPKNS_11InstructionEPK" \
  "NS_13DominatorTreeEb"
bool real_masked(const Value*, const llvm::APInt&, const DataLayout&, unsigned, AssumptionCache*, const Instruction*,
                 const DominatorTree*, bool) ASSAY_REAL(MASKED_ZERO);
bool wrap_masked(const Value*, const llvm::APInt&, const DataLayout&, unsigned, AssumptionCache*, const Instruction*,
                 const DominatorTree*, bool) ASSAY_WRAP(MASKED_ZERO);
bool wrap_masked(const Value* value, const llvm::APInt& mask, const DataLayout& layout, unsigned depth,
                 AssumptionCache* assumptions, const Instruction* context, const DominatorTree* tree, bool flags) {
  const bool answer = real_masked(value, mask, layout, depth, assumptions, context, tree, flags);
  if (answer && value->getType()->isIntegerTy() && mask.getBitWidth() == value->getType()->getIntegerBitWidth())
    record(value, context, "masked-zero", [&](Notebook& notebook, const std::string& source) {
      llvm::KnownBits known(mask.getBitWidth());
      known.Zero = mask;
      notebook.known_bits(*value, {context}, known, source);
    });
  return answer;
}

#define SIGN_BITS                                                                                                \
  "_ZN4llvm18ComputeNumSignBitsEPKNS_5ValueERKNS_10DataLayoutEjPNS_15AssumptionCacheEPKNS_11InstructionEPKNS_13" \
  "DominatorTreeEb"
unsigned real_sign_bits(const Value*, const DataLayout&, unsigned, AssumptionCache*, const Instruction*,
                        const DominatorTree*, bool) ASSAY_REAL(SIGN_BITS);
unsigned wrap_sign_bits(const Value*, const DataLayout&, unsigned, AssumptionCache*, const Instruction*,
                        const DominatorTree*, bool) ASSAY_WRAP(SIGN_BITS);
unsigned wrap_sign_bits(const Value* value, const DataLayout& layout, unsigned depth, AssumptionCache* assumptions,
                        const Instruction* context, const DominatorTree* tree, bool flags) {
  const unsigned answer = real_sign_bits(value, layout, depth, assumptions, context, tree, flags);
  if (answer > 1)
    record(value, context, "sign-bits", [&](Notebook& notebook, const std::string& source) {
      notebook.sign_bits(*value, {context}, answer, source);
    });
  return answer;
}

#define NOT_POISON                                                                                                   \
  "_ZN4llvm32isGuaranteedNotToBeUndefOrPoisonEPKNS_5ValueEPNS_15AssumptionCacheEPKNS_11InstructionEPKNS_13Dominator" \
  "TreeEj"
bool real_not_poison(const Value*, AssumptionCache*, const Instruction*, const DominatorTree*, unsigned)
    ASSAY_REAL(NOT_POISON);
bool wrap_not_poison(const Value*, AssumptionCache*, const Instruction*, const DominatorTree*, unsigned)
    ASSAY_WRAP(NOT_POISON);
bool wrap_not_poison(const Value* value, AssumptionCache* assumptions, const Instruction* context,
                     const DominatorTree* tree, unsigned depth) {
  const bool answer = real_not_poison(value, assumptions, context, tree, depth);
  if (answer)
    record(value, context, "not-poison",
           [&](Notebook& notebook, const std::string& source) { notebook.not_poison(*value, {context}, source); });
  return answer;
}

#define CONSTANT_RANGE \
  "_ZN4llvm20computeConstantRangeEPKNS_5ValueEbbPNS_15AssumptionCacheEPKNS_11InstructionEPKNS_13DominatorTreeEj"
llvm::ConstantRange real_range(const Value*, bool, bool, AssumptionCache*, const Instruction*, const DominatorTree*,
                               unsigned) ASSAY_REAL(CONSTANT_RANGE);
llvm::ConstantRange wrap_range(const Value*, bool, bool, AssumptionCache*, const Instruction*, const DominatorTree*,
                               unsigned) ASSAY_WRAP(CONSTANT_RANGE);
llvm::ConstantRange wrap_range(const Value* value, bool is_signed, bool flags, AssumptionCache* assumptions,
                               const Instruction* context, const DominatorTree* tree, unsigned depth) {
  llvm::ConstantRange answer = real_range(value, is_signed, flags, assumptions, context, tree, depth);
  record(value, context, "constant-range", [&](Notebook& notebook, const std::string& source) {
    notebook.range(*value, {context}, answer, is_signed, source);
  });
  return answer;
}

#define LVI_RANGE "_ZN4llvm13LazyValueInfo16getConstantRangeEPNS_5ValueEPNS_11InstructionEb"
llvm::ConstantRange real_lvi_range(llvm::LazyValueInfo*, Value*, Instruction*, bool) ASSAY_REAL(LVI_RANGE);
llvm::ConstantRange wrap_lvi_range(llvm::LazyValueInfo*, Value*, Instruction*, bool) ASSAY_WRAP(LVI_RANGE);
llvm::ConstantRange wrap_lvi_range(llvm::LazyValueInfo* lvi, Value* value, Instruction* context, bool undef) {
  llvm::ConstantRange answer = real_lvi_range(lvi, value, context, undef);
  record(value, context, "lvi", [&](Notebook& notebook, const std::string& source) {
    notebook.range(*value, {context}, answer, false, source);
  });
  return answer;
}

#define LVI_EDGE "_ZN4llvm13LazyValueInfo22getConstantRangeOnEdgeEPNS_5ValueEPNS_10BasicBlockES4_PNS_11InstructionE"
llvm::ConstantRange real_lvi_edge(llvm::LazyValueInfo*, Value*, llvm::BasicBlock*, llvm::BasicBlock*, Instruction*)
    ASSAY_REAL(LVI_EDGE);
llvm::ConstantRange wrap_lvi_edge(llvm::LazyValueInfo*, Value*, llvm::BasicBlock*, llvm::BasicBlock*, Instruction*)
    ASSAY_WRAP(LVI_EDGE);
llvm::ConstantRange wrap_lvi_edge(llvm::LazyValueInfo* lvi, Value* value, llvm::BasicBlock* from, llvm::BasicBlock* to,
                                  Instruction* context) {
  llvm::ConstantRange answer = real_lvi_edge(lvi, value, from, to, context);
  record(value, from->getTerminator(), "lvi on edge", [&](Notebook& notebook, const std::string& source) {
    notebook.range(*value, {nullptr, from, to}, answer, false, source);
  });
  return answer;
}

#define LVI_CONSTANT_EDGE "_ZN4llvm13LazyValueInfo17getConstantOnEdgeEPNS_5ValueEPNS_10BasicBlockES4_PNS_11InstructionE"
llvm::Constant* real_constant_edge(llvm::LazyValueInfo*, Value*, llvm::BasicBlock*, llvm::BasicBlock*, Instruction*)
    ASSAY_REAL(LVI_CONSTANT_EDGE);
llvm::Constant* wrap_constant_edge(llvm::LazyValueInfo*, Value*, llvm::BasicBlock*, llvm::BasicBlock*, Instruction*)
    ASSAY_WRAP(LVI_CONSTANT_EDGE);
llvm::Constant* wrap_constant_edge(llvm::LazyValueInfo* lvi, Value* value, llvm::BasicBlock* from, llvm::BasicBlock* to,
                                   Instruction* context) {
  llvm::Constant* answer = real_constant_edge(lvi, value, from, to, context);
  if (llvm::isa_and_nonnull<llvm::ConstantInt>(answer))
    record(value, from->getTerminator(), "lvi on edge", [&](Notebook& notebook, const std::string& source) {
      notebook.compare(*value, Predicate::ICMP_EQ, *answer, true, {nullptr, from, to}, source);
    });
  return answer;
}

#define LVI_CONSTANT "_ZN4llvm13LazyValueInfo11getConstantEPNS_5ValueEPNS_11InstructionE"
llvm::Constant* real_constant(llvm::LazyValueInfo*, Value*, Instruction*) ASSAY_REAL(LVI_CONSTANT);
llvm::Constant* wrap_constant(llvm::LazyValueInfo*, Value*, Instruction*) ASSAY_WRAP(LVI_CONSTANT);
llvm::Constant* wrap_constant(llvm::LazyValueInfo* lvi, Value* value, Instruction* context) {
  llvm::Constant* answer = real_constant(lvi, value, context);
  if (llvm::isa_and_nonnull<llvm::ConstantInt>(answer))
    record(value, context, "lvi", [&](Notebook& notebook, const std::string& source) {
      notebook.compare(*value, Predicate::ICMP_EQ, *answer, true, {context}, source);
    });
  return answer;
}

#define LVI_PREDICATE "_ZN4llvm13LazyValueInfo14getPredicateAtEjPNS_5ValueEPNS_8ConstantEPNS_11InstructionEb"
using Tristate = llvm::LazyValueInfo::Tristate;
Tristate real_predicate(llvm::LazyValueInfo*, unsigned, Value*, llvm::Constant*, Instruction*, bool)
    ASSAY_REAL(LVI_PREDICATE);
Tristate wrap_predicate(llvm::LazyValueInfo*, unsigned, Value*, llvm::Constant*, Instruction*, bool)
    ASSAY_WRAP(LVI_PREDICATE);
Tristate wrap_predicate(llvm::LazyValueInfo* lvi, unsigned predicate, Value* value, llvm::Constant* constant,
                        Instruction* context, bool block) {
  const Tristate answer = real_predicate(lvi, predicate, value, constant, context, block);
  if (answer != Tristate::Unknown)
    record(value, context, "lvi", [&](Notebook& notebook, const std::string& source) {
      notebook.compare(*value, static_cast<Predicate>(predicate), *constant, answer == Tristate::True, {context},
                       source);
    });
  return answer;
}

#define LVI_PREDICATE_VALUES "_ZN4llvm13LazyValueInfo14getPredicateAtEjPNS_5ValueES2_PNS_11InstructionEb"
Tristate real_predicate_values(llvm::LazyValueInfo*, unsigned, Value*, Value*, Instruction*, bool)
    ASSAY_REAL(LVI_PREDICATE_VALUES);
Tristate wrap_predicate_values(llvm::LazyValueInfo*, unsigned, Value*, Value*, Instruction*, bool)
    ASSAY_WRAP(LVI_PREDICATE_VALUES);
Tristate wrap_predicate_values(llvm::LazyValueInfo* lvi, unsigned predicate, Value* left, Value* right,
                               Instruction* context, bool block) {
  const Tristate answer = real_predicate_values(lvi, predicate, left, right, context, block);
  if (answer != Tristate::Unknown)
    record(left, context, "lvi", [&](Notebook& notebook, const std::string& source) {
      notebook.compare(*left, static_cast<Predicate>(predicate), *right, answer == Tristate::True, {context}, source);
    });
  return answer;
}

#define LVI_PREDICATE_EDGE \
  "_ZN4llvm13LazyValueInfo18getPredicateOnEdgeEjPNS_5ValueEPNS_8ConstantEPNS_10BasicBlockES6_PNS_11InstructionE"
Tristate real_predicate_edge(llvm::LazyValueInfo*, unsigned, Value*, llvm::Constant*, llvm::BasicBlock*,
                             llvm::BasicBlock*, Instruction*) ASSAY_REAL(LVI_PREDICATE_EDGE);
Tristate wrap_predicate_edge(llvm::LazyValueInfo*, unsigned, Value*, llvm::Constant*, llvm::BasicBlock*,
                             llvm::BasicBlock*, Instruction*) ASSAY_WRAP(LVI_PREDICATE_EDGE);
Tristate wrap_predicate_edge(llvm::LazyValueInfo* lvi, unsigned predicate, Value* value, llvm::Constant* constant,
                             llvm::BasicBlock* from, llvm::BasicBlock* to, Instruction* context) {
  const Tristate answer = real_predicate_edge(lvi, predicate, value, constant, from, to, context);
  if (answer != Tristate::Unknown)
    record(value, from->getTerminator(), "lvi on edge", [&](Notebook& notebook, const std::string& source) {
      notebook.compare(*value, static_cast<Predicate>(predicate), *constant, answer == Tristate::True,
                       {nullptr, from, to}, source);
    });
  return answer;
}

#define SCEV_PREDICATE "_ZN4llvm15ScalarEvolution16isKnownPredicateENS_7CmpInst9PredicateEPKNS_4SCEVES5_"
bool real_scev_predicate(llvm::ScalarEvolution*, Predicate, const llvm::SCEV*, const llvm::SCEV*)
    ASSAY_REAL(SCEV_PREDICATE);
bool wrap_scev_predicate(llvm::ScalarEvolution*, Predicate, const llvm::SCEV*, const llvm::SCEV*)
    ASSAY_WRAP(SCEV_PREDICATE);

/// Finds a value and a loop in a SCEV, to determine its function.
struct FindValue {
  const Value* value = nullptr;
  const llvm::Loop* loop = nullptr;
  bool follow(const llvm::SCEV* scev) {
    if (const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(scev)) value = unknown->getValue();
    if (const auto* chain = llvm::dyn_cast<llvm::SCEVAddRecExpr>(scev)) loop = chain->getLoop();
    return true;
  }
  [[nodiscard]] bool isDone() const { return loop != nullptr; }  // NOLINT: LLVM's name
};

bool wrap_scev_predicate(llvm::ScalarEvolution* evolution, Predicate predicate, const llvm::SCEV* left,
                         const llvm::SCEV* right) {
  const bool answer = real_scev_predicate(evolution, predicate, left, right);
  if (!answer || Recorder::active == nullptr) return answer;
  FindValue find;
  llvm::visitAll(left, find);
  llvm::visitAll(right, find);
  if (find.loop != nullptr)
    record(nullptr, find.loop->getHeader()->getTerminator(), "scev-predicate",
           [&](Notebook& notebook, const std::string& source) {
             notebook.scev_compare(*left, predicate, *right, true, nullptr, source);
           });
  return answer;
}

#define SCEV_PREDICATE_AT \
  "_ZN4llvm15ScalarEvolution18isKnownPredicateAtENS_7CmpInst9PredicateEPKNS_4SCEVES5_PKNS_11InstructionE"
bool real_scev_predicate_at(llvm::ScalarEvolution*, Predicate, const llvm::SCEV*, const llvm::SCEV*, const Instruction*)
    ASSAY_REAL(SCEV_PREDICATE_AT);
bool wrap_scev_predicate_at(llvm::ScalarEvolution*, Predicate, const llvm::SCEV*, const llvm::SCEV*, const Instruction*)
    ASSAY_WRAP(SCEV_PREDICATE_AT);
bool wrap_scev_predicate_at(llvm::ScalarEvolution* evolution, Predicate predicate, const llvm::SCEV* left,
                            const llvm::SCEV* right, const Instruction* context) {
  const bool answer = real_scev_predicate_at(evolution, predicate, left, right, context);
  if (answer)
    record(nullptr, context, "scev-predicate", [&](Notebook& notebook, const std::string& source) {
      notebook.scev_compare(*left, predicate, *right, true, context, source);
    });
  return answer;
}

#define ALIAS "_ZN4llvm9AAResults5aliasERKNS_14MemoryLocationES3_RNS_11AAQueryInfoE"
llvm::AliasResult real_alias(llvm::AAResults*, const llvm::MemoryLocation&, const llvm::MemoryLocation&,
                             llvm::AAQueryInfo&) ASSAY_REAL(ALIAS);
llvm::AliasResult wrap_alias(llvm::AAResults*, const llvm::MemoryLocation&, const llvm::MemoryLocation&,
                             llvm::AAQueryInfo&) ASSAY_WRAP(ALIAS);
#define ALIAS_PAIR "_ZN4llvm9AAResults5aliasERKNS_14MemoryLocationES3_"
llvm::AliasResult real_alias_pair(llvm::AAResults*, const llvm::MemoryLocation&, const llvm::MemoryLocation&)
    ASSAY_REAL(ALIAS_PAIR);
llvm::AliasResult wrap_alias_pair(llvm::AAResults*, const llvm::MemoryLocation&, const llvm::MemoryLocation&)
    ASSAY_WRAP(ALIAS_PAIR);

namespace {

std::uint64_t bytes_of(const llvm::LocationSize& size) {
  constexpr std::uint64_t kUnknown = std::uint64_t{1} << 40U;
  return size.hasValue() ? size.getValue() : kUnknown;
}

void record_alias(llvm::AliasResult answer, const llvm::MemoryLocation& left, const llvm::MemoryLocation& right) {
  if (answer != llvm::AliasResult::NoAlias && answer != llvm::AliasResult::MustAlias) return;
  const Value* of = llvm::isa<Instruction>(left.Ptr) ? left.Ptr : right.Ptr;
  record(of, nullptr, "alias", [&](Notebook& notebook, const std::string& source) {
    notebook.alias(*left.Ptr, bytes_of(left.Size), *right.Ptr, bytes_of(right.Size),
                   answer == llvm::AliasResult::MustAlias, nullptr, source);
  });
}

}  // namespace

llvm::AliasResult wrap_alias(llvm::AAResults* results, const llvm::MemoryLocation& left,
                             const llvm::MemoryLocation& right, llvm::AAQueryInfo& query) {
  const llvm::AliasResult answer = real_alias(results, left, right, query);
  record_alias(answer, left, right);
  return answer;
}
llvm::AliasResult wrap_alias_pair(llvm::AAResults* results, const llvm::MemoryLocation& left,
                                  const llvm::MemoryLocation& right) {
  const llvm::AliasResult answer = real_alias_pair(results, left, right);
  record_alias(answer, left, right);
  return answer;
}

}  // namespace assay::llvm_worker
