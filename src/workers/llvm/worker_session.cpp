#include "workers/llvm/worker_session.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

#include "workers/llvm/ask.hpp"
#include "workers/llvm/recorder.hpp"

namespace assay::llvm_worker {

const char* current_work = "";

Analyses::Analyses(llvm::PassInstrumentationCallbacks* callbacks) : builder(nullptr, {}, llvm::None, callbacks) {
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
}

namespace {

/// A version in the middle of a pass gets the limit of steps divided by this number, because there are many versions.
constexpr std::uint64_t kInsideShare = 16;

/// Inserts inputs with one poison argument before all others: passes must not add poison.
void add_poison(std::vector<std::vector<Cell>>& inputs, std::size_t parameters) {
  constexpr std::size_t kOthers = 8;
  std::vector<std::vector<Cell>> poisoned;
  for (std::size_t i = 0; i < parameters; ++i) {
    for (std::size_t k = 0; k < std::min(inputs.size(), kOthers); ++k) {
      poisoned.push_back(inputs[(k * 7 + i) * 13 % inputs.size()]);
      poisoned.back()[i] = {0, State::Poison};
    }
  }
  inputs.insert(inputs.begin(), poisoned.begin(), poisoned.end());
}

std::string text_of(const llvm::Function& function) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  function.print(stream);
  return stream.str();
}

/// The width of a parameter's inputs (FlatFunction::arguments); 1 for types without inputs: a pointer is null or not.
std::uint8_t input_width(const llvm::Type& type) {
  if (type.isFloatTy() || type.isDoubleTy()) return static_cast<std::uint8_t>(kFloat | (type.isFloatTy() ? 32U : 64U));
  const bool number = type.isIntegerTy() && type.getIntegerBitWidth() <= 64;
  return number ? static_cast<std::uint8_t>(type.getIntegerBitWidth()) : std::uint8_t{1};
}

class ModuleRun {
 public:
  ModuleRun(llvm::Module& module, const Request& request, Ledger& ledger, Report& report, bool with_text)
      : module_(module), request_(request), ledger_(ledger), report_(report), with_text_(with_text) {}

  void run() {
    for (llvm::Function& function : module_) {
      if (function.isDeclaration()) continue;
      ++report_.functions;
      FunctionState& state = states_[function.getName().str()];
      std::vector<std::uint8_t> widths;
      for (const llvm::Argument& argument : function.args()) widths.push_back(input_width(*argument.getType()));
      state.inputs = inputs_for(widths, request_.inputs);
      state.inside = inputs_for(widths, request_.inputs_inside);
      add_poison(state.inputs, widths.size());
      add_poison(state.inside, widths.size());
    }
    ask();
    for (const std::string& pipeline : request_.pipelines) run_pipeline(pipeline);
  }

 private:
  struct FunctionState {
    std::vector<std::vector<Cell>> inputs, inside;
    std::vector<Outcome> source;   ///< of the original function
    std::vector<Outcome> current;  ///< of the function after the last pass that changed it
    std::uint64_t print = 0;       ///< the current function's fingerprint
    std::string text;              ///< the current function's text, if with_text_
  };

  void ask() {
    current_work = "questions from outside";
    Analyses analyses(nullptr);
    for (llvm::Function& function : module_) {
      if (function.isDeclaration()) continue;
      Notebook notebook(ledger_, request_.lie);
      notebook.look_at(function, with_text_);
      ask_everything(function, analyses, notebook, request_.lie);
      FunctionState& state = states_[function.getName().str()];
      notebook.version()->run(state.inputs, ledger_.claims(), request_.steps, &state.source, report_.judged);
      if (!notebook.version()->runs()) ++ledger_.unread["function not run: " + notebook.version()->snapshot().refusal];
    }
  }

  void run_pipeline(const std::string& pipeline) {
    const std::unique_ptr<llvm::Module> module = llvm::CloneModule(module_);
    llvm::PassInstrumentationCallbacks callbacks;
    Recorder recorder(ledger_, request_.lie, with_text_);
    Analyses analyses(&callbacks);
    llvm::ModulePassManager passes;
    if (llvm::Error error = analyses.builder.parsePassPipeline(passes, pipeline)) {
      report_.problem = "pipeline " + pipeline + ": " + llvm::toString(std::move(error));
      return;
    }
    for (llvm::Function& function : *module) {
      if (function.isDeclaration()) continue;
      FunctionState& state = states_[function.getName().str()];
      state.current = state.source;
      state.print = fingerprint(function);
      if (with_text_) state.text = text_of(function);
    }
    std::string current;
    callbacks.registerBeforeNonSkippedPassCallback([&](llvm::StringRef pass, const llvm::Any&) {
      if (is_wrapper(pass)) return;
      current = pass.str();
      if (llvm::StringRef(current).endswith("Pass")) current.resize(current.size() - 4);
      current_work = current.c_str();
      recorder.in_pass(current);
    });
    const auto after = [&](llvm::StringRef pass) {
      if (is_wrapper(pass)) return;
      recorder.in_pass("");
      lie_in_pass(*module);
      after_pass(*module, recorder, current);
      current_work = "between passes";
    };
    callbacks.registerAfterPassCallback(
        [&](llvm::StringRef pass, const llvm::Any&, const llvm::PreservedAnalyses&) { after(pass); });
    callbacks.registerAfterPassInvalidatedCallback(
        [&](llvm::StringRef pass, const llvm::PreservedAnalyses&) { after(pass); });
    passes.run(*module, analyses.modules);
  }

  static bool is_wrapper(llvm::StringRef pass) {
    return pass.contains("PassManager") || pass.contains("PassAdaptor") || pass.contains("ProxyPass") ||
           pass.contains("Wrapper") || pass.startswith("RequireAnalysis") || pass.startswith("InvalidateAnalysis");
  }

  void after_pass(llvm::Module& module, Recorder& recorder, const std::string& pass) {
    std::map<std::string, Version*> first;
    const std::vector<std::unique_ptr<Version>> versions = recorder.take();
    for (const std::unique_ptr<Version>& version : versions) {
      Version*& begin = first.emplace(version->function, version.get()).first->second;
      if (begin != version.get()) version->begin = begin;
      run_inside(*version);
    }
    for (llvm::Function& function : module) {
      if (function.isDeclaration()) continue;
      const auto found = states_.find(function.getName().str());
      if (found == states_.end()) continue;
      const std::uint64_t now = fingerprint(function);
      if (now == found->second.print) continue;
      found->second.print = now;
      compare(function, found->second, pass);
    }
  }

  void run_inside(Version& version) {
    if (version.checks() == 0) return;
    const auto inputs =
        std::find_if(states_.begin(), states_.end(), [&](const auto& each) { return each.first == version.function; });
    if (inputs != states_.end())
      version.run(inputs->second.inside, ledger_.claims(), request_.steps / kInsideShare, nullptr, report_.judged);
  }

  void compare(llvm::Function& function, FunctionState& state, const std::string& pass) {
    Version version(flatten(function));
    if (!version.runs()) {
      ++ledger_.unread["function not run after a pass: " + version.snapshot().refusal];
      state.current.clear();
      return;
    }
    std::vector<Outcome> outcomes;
    version.run(state.inputs, ledger_.claims(), request_.steps, &outcomes, report_.judged);
    std::optional<RefinementProblem> worst;
    std::size_t at = 0;
    for (std::size_t i = 0; i < outcomes.size() && i < state.current.size(); ++i) {
      std::optional<RefinementProblem> problem = refinement_problem(state.current[i], outcomes[i]);
      if (!problem || (worst && problem->kind >= worst->kind)) continue;
      worst = std::move(problem);
      at = i;
    }
    if (worst) {
      std::string words = pass + std::string(name(worst->kind)) + "\n@" + function.getName().str() + "(" +
                          llvm_worker::text_of(state.inputs[at], version.snapshot().code) + "): " + worst->words;
      if (with_text_) words += "\n; before " + pass + "\n" + state.text + "; after " + pass + "\n" + text_of(function);
      report_.miscompiled.push_back(std::move(words));
    }
    state.current = std::move(outcomes);
    if (with_text_) state.text = text_of(function);
  }

  void lie_in_pass(llvm::Module& module) {
    if (request_.lie != Lie::PassSwaps && request_.lie != Lie::PassAddsFlag && request_.lie != Lie::PassDropsFreeze)
      return;
    for (llvm::Function& function : module)
      for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) lie_about(instruction);
  }

  void lie_about(llvm::Instruction& instruction) {
    const bool subtracts =
        instruction.getOpcode() == llvm::Instruction::Sub || instruction.getOpcode() == llvm::Instruction::FSub;
    if (request_.lie == Lie::PassSwaps && subtracts && !swapped_) {
      llvm::Value* left = instruction.getOperand(0);
      instruction.setOperand(0, instruction.getOperand(1));
      instruction.setOperand(1, left);
      swapped_ = true;
    } else if (request_.lie == Lie::PassAddsFlag && instruction.getOpcode() == llvm::Instruction::Add) {
      instruction.setHasNoUnsignedWrap(true);
    } else if (request_.lie == Lie::PassDropsFreeze && llvm::isa<llvm::FreezeInst>(instruction)) {
      instruction.replaceAllUsesWith(instruction.getOperand(0));
    }
  }

  llvm::Module& module_;
  const Request& request_;
  Ledger& ledger_;
  Report& report_;
  bool with_text_;
  bool swapped_ = false;
  std::map<std::string, FunctionState> states_;
};

Report run_once(std::string_view text, const Request& request, bool with_text) {
  Report report;
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  current_work = "reading the module";
  const std::unique_ptr<llvm::Module> module = llvm::parseAssembly(
      llvm::MemoryBufferRef(llvm::StringRef(text.data(), text.size()), "input.ll"), diagnostic, context);
  if (!module) {
    report.problem = "line " + std::to_string(diagnostic.getLineNo()) + ": " + diagnostic.getMessage().str();
    return report;
  }
  std::string wrong;
  llvm::raw_string_ostream stream(wrong);
  if (llvm::verifyModule(*module, &stream)) {
    report.problem = stream.str();
    return report;
  }
  Ledger ledger;
  ModuleRun(*module, request, ledger, report, with_text).run();
  report.claims = std::move(ledger.claims());
  report.unread = std::move(ledger.unread);
  current_work = "";
  return report;
}

}  // namespace

Report look_at(std::string_view module, const Request& request) {
  Report report = run_once(module, request, false);
  bool broken = !report.miscompiled.empty();
  for (const Claim& claim : report.claims) broken = broken || claim.broken > 0;
  // Printing functions costs more than everything else, so texts are made only in a second run, if there is a problem.
  return broken ? run_once(module, request, true) : report;
}

}  // namespace assay::llvm_worker
