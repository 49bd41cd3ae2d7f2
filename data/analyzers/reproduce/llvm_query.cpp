// Prints results of LLVM's analyses for an integer of a function, and whether each excludes a number of a run:
//   ./query prog.ll FUNCTION %VALUE NUMBER
#include <llvm/ADT/Triple.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

using namespace llvm;

static void tell(const std::string& what, bool excludes, const std::string& text) {
  outs() << what << (excludes ? " excludes " : " allows ") << text << "\n";
}

template <typename Printed>
static std::string printed(const Printed& what) {
  std::string text;
  raw_string_ostream stream(text);
  stream << what;
  const size_t begin = stream.str().find_first_not_of(' ');
  return begin == std::string::npos ? text : text.substr(begin);
}

static std::string named(const Value& value) {
  std::string text;
  raw_string_ostream stream(text);
  value.printAsOperand(stream, false);
  return stream.str();
}

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  LLVMContext context;
  SMDiagnostic error;
  const std::unique_ptr<Module> module = parseIRFile(argv[1], error, context);
  Function* function = module ? module->getFunction(argv[2]) : nullptr;
  if (function == nullptr) return 2;
  Value* value = nullptr;
  for (Argument& argument : function->args())
    if (named(argument) == argv[3]) value = &argument;
  for (Instruction& instruction : instructions(*function))
    if (!instruction.getType()->isVoidTy() && named(instruction) == argv[3]) value = &instruction;
  if (value == nullptr || !value->getType()->isIntegerTy()) return 2;
  const unsigned width = value->getType()->getIntegerBitWidth();
  const APInt number = APInt(128, argv[4], 10).trunc(width);
  const std::string text = argv[4];

  const DataLayout& layout = module->getDataLayout();
  TargetLibraryInfoImpl library(Triple(module->getTargetTriple()));
  TargetLibraryInfo functions(library);
  DominatorTree tree(*function);
  LoopInfo loops(tree);
  AssumptionCache assumptions(*function);
  ScalarEvolution evolution(*function, functions, assumptions, tree, loops);
  LazyValueInfo lazy(&assumptions, &layout, &functions);

  // The call that shows the number in the run. Other places are asked only if each way to the call passes them: there,
  // the value is the same number.
  const Instruction* shown = nullptr;
  for (Instruction& instruction : instructions(*function)) {
    const auto* call = dyn_cast<CallInst>(&instruction);
    const Function* called = call != nullptr ? call->getCalledFunction() : nullptr;
    if (called != nullptr && called->getName() == "show_claim") shown = call;
  }
  if (shown == nullptr) return 2;
  for (Instruction& at : instructions(*function)) {
    const auto* definition = dyn_cast<Instruction>(value);
    if (definition != nullptr && &at != definition && !tree.dominates(definition, &at)) continue;
    if (&at != shown && !tree.dominates(&at, shown)) continue;
    const std::string where = " at \"" + printed(at) + "\":";
    const KnownBits bits = computeKnownBits(value, layout, 0, &assumptions, &at, &tree);
    tell("computeKnownBits" + where + " zeros " + toString(bits.Zero, 16, false) + ", ones " + toString(bits.One, 16, false),
         bits.Zero.intersects(number) || !bits.One.isSubsetOf(number), text);
    const ConstantRange range = computeConstantRange(value, false, true, &assumptions, &at, &tree);
    tell("computeConstantRange" + where + " " + printed(range), !range.contains(number), text);
    if (isKnownNonZero(value, layout, 0, &assumptions, &at, &tree))
      tell("isKnownNonZero" + where + " true", number.isZero(), text);
    if (isKnownToBeAPowerOfTwo(value, layout, false, 0, &assumptions, &at, &tree))
      tell("isKnownToBeAPowerOfTwo" + where + " true", !number.isPowerOf2(), text);
    if (isKnownToBeAPowerOfTwo(value, layout, true, 0, &assumptions, &at, &tree))
      tell("isKnownToBeAPowerOfTwo (or zero)" + where + " true", !number.isZero() && !number.isPowerOf2(), text);
    const unsigned signs = ComputeNumSignBits(value, layout, 0, &assumptions, &at, &tree);
    tell("ComputeNumSignBits" + where + " " + std::to_string(signs), signs > number.getNumSignBits(), text);
    if (&at == definition) continue;
    const ConstantRange known = lazy.getConstantRange(value, &at);
    tell("LazyValueInfo::getConstantRange" + where + " " + printed(known), !known.contains(number), text);
  }
  for (BasicBlock& from : *function)
    for (BasicBlock* to : successors(&from)) {
      const auto* definition = dyn_cast<Instruction>(value);
      if (definition != nullptr && !tree.dominates(definition->getParent(), &from)) continue;
      if (!tree.dominates(BasicBlockEdge(&from, to), shown->getParent())) continue;
      const ConstantRange known = lazy.getConstantRangeOnEdge(value, &from, to, from.getTerminator());
      tell("LazyValueInfo::getConstantRangeOnEdge from " + named(from) + " to " + named(*to) + ": " + printed(known),
           !known.contains(number), text);
    }
  if (evolution.isSCEVable(value->getType())) {
    const SCEV* of = evolution.getSCEV(value);
    for (const bool is_signed : {false, true}) {
      const ConstantRange range = is_signed ? evolution.getSignedRange(of) : evolution.getUnsignedRange(of);
      tell(std::string("ScalarEvolution: ") + (is_signed ? "signed" : "unsigned") + " range of " + printed(*of) + " " +
               printed(range),
           !range.contains(number), text);
    }
  }
  return 0;
}
