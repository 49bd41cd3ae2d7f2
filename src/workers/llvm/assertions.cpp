#include "workers/llvm/assertions.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "workers/llvm/worker_session.hpp"

namespace assay::llvm_worker {
namespace {

constexpr std::string_view kPlaces = "assay-checks";
/// Names of functions without a body: assertions of the first argument, and calls that must not be reached.
constexpr std::array<std::string_view, 4> kAsserts = {"verifier.assert", "crab.assert", "__VERIFIER_assert",
                                                      "__CRAB_assert"};
constexpr std::array<std::string_view, 4> kErrors = {"verifier.error", "seahorn.error", "__VERIFIER_error",
                                                     "__SEAHORN_error"};
constexpr const char* kAssume = "verifier.assume";

template <std::size_t kSize>
bool among(const std::array<std::string_view, kSize>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

struct Place {
  llvm::CallInst* call = nullptr;
  bool error = false;  ///< the call must not be reached; it asserts nothing of its arguments
};

/// The called function. Looks through the cast of a C function that is declared without parameters.
const llvm::Function* callee_of(const llvm::CallInst& call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
}

/// Whether earlier passes found that the assertion holds.
bool is_settled(const llvm::CallInst& call) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  return constant != nullptr && !constant->isZero();
}

std::vector<Place> places_of(llvm::Module& module) {
  std::vector<Place> places;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : callee_of(*call);
      if (callee == nullptr || !callee->isDeclaration()) continue;
      const std::string_view name(callee->getName().data(), callee->getName().size());
      if (among(kErrors, name)) places.push_back({call, true});
      if (among(kAsserts, name) && call->arg_size() > 0 && !is_settled(*call)) places.push_back({call, false});
    }
  return places;
}

/// A name without the number that LLVM appends to make names unique.
std::string without_number(llvm::StringRef name) { return name.rtrim("0123456789").rtrim('.').str(); }

Assertion assertion_at(const Place& place) {
  Assertion assertion;
  assertion.function = place.call->getFunction()->getName().str();
  assertion.kind = callee_of(*place.call)->getName().str();
  const std::string block = without_number(place.call->getParent()->getName());
  if (place.error && llvm::StringRef(block).endswith("Error")) assertion.kind = block;
  if (const llvm::DILocation* at = place.call->getDebugLoc().get()) {
    assertion.line = at->getLine();
    assertion.file = at->getFilename().str();
  }
  return assertion;
}

/// Replaces the debug information: the line of an assertion is its number.
void place(llvm::Module& module, const std::vector<Place>& places) {
  llvm::StripDebugInfo(module);
  if (module.getModuleFlag("Debug Info Version") == nullptr)
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  llvm::DIBuilder builder(module);
  const llvm::StringRef name(kPlaces.data(), kPlaces.size());
  llvm::DIFile* file = builder.createFile(name, "");
  builder.createCompileUnit(llvm::dwarf::DW_LANG_C99, file, "assay", false, "", 0);
  llvm::DISubroutineType* type = builder.createSubroutineType(builder.getOrCreateTypeArray({}));
  std::map<llvm::Function*, llvm::DISubprogram*> scopes;
  for (std::size_t i = 0; i < places.size(); ++i) {
    llvm::Function& function = *places[i].call->getFunction();
    llvm::DISubprogram*& scope = scopes[&function];
    if (scope == nullptr) {
      scope = builder.createFunction(file, function.getName(), function.getName(), file, 1, type, 1,
                                     llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
      function.setSubprogram(scope);
    }
    places[i].call->setDebugLoc(llvm::DILocation::get(module.getContext(), static_cast<unsigned>(i) + 1, 0, scope));
  }
  // In a function with debug information each call needs a location; line 0 is no line.
  for (const auto& [function, scope] : scopes)
    for (llvm::Instruction& instruction : llvm::instructions(*function))
      if (llvm::isa<llvm::CallBase>(instruction) && !instruction.getDebugLoc())
        instruction.setDebugLoc(llvm::DILocation::get(module.getContext(), 0, 0, scope));
  builder.finalize();
}

void assume(const Place& place) {
  llvm::IRBuilder<> builder(place.call);
  llvm::Module& module = *place.call->getModule();
  llvm::Value* condition = place.error ? builder.getFalse() : place.call->getArgOperand(0);
  // If the module declares the function with another type, the call goes through a cast.
  const llvm::FunctionCallee callee = module.getOrInsertFunction(kAssume, builder.getVoidTy(), condition->getType());
  builder.CreateCall(callee, {condition});
  if (!place.call->getType()->isVoidTy()) place.call->replaceAllUsesWith(llvm::UndefValue::get(place.call->getType()));
  place.call->eraseFromParent();
}

/// Deletes the bodies of all functions but `kept`, except for functions with aliases.
void keep_only(llvm::Module& module, llvm::Function& kept) {
  kept.setLinkage(llvm::GlobalValue::ExternalLinkage);
  for (llvm::Function& function : module) {
    const bool aliased = std::any_of(module.alias_begin(), module.alias_end(), [&](const llvm::GlobalAlias& alias) {
      return alias.getAliaseeObject() == &function;
    });
    if (&function == &kept || function.isDeclaration() || aliased) continue;
    function.setComdat(nullptr);
    function.deleteBody();
  }
}

}  // namespace

MarkedAssertions mark_assertions(const Request& request) {
  MarkedAssertions marked;
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = read_module(request.read_from, context, marked.problem);
  if (!module) return marked;
  llvm::Function* only = nullptr;
  if (!request.only_function.empty()) {
    only = module->getFunction(request.only_function);
    if (only == nullptr || only->isDeclaration()) {
      marked.problem = "there is no function " + request.only_function;
      return marked;
    }
  }
  current_work = "marking assertions";
  const std::vector<Place> places = places_of(*module);
  for (const Place& one : places) marked.assertions.push_back(assertion_at(one));
  place(*module, places);
  for (const unsigned number : request.assumed)
    if (number > 0 && number <= places.size()) assume(places[number - 1]);
  if (only != nullptr) keep_only(*module, *only);
  marked.problem = write_module(*module, request.write_to);
  current_work = "";
  return marked;
}

}  // namespace assay::llvm_worker
