#include "workers/llvm/recorder.hpp"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace assay::llvm_worker {

Recorder* Recorder::active = nullptr;

Recorder::~Recorder() {
  if (active == this) active = nullptr;
}

void Recorder::in_pass(std::string name) {
  pass_ = std::move(name);
  active = pass_.empty() ? nullptr : this;
}

Notebook* Recorder::about(const llvm::Function* function) {
  if (function == nullptr || function->isDeclaration()) return nullptr;
  constexpr std::size_t kMaxVersions = 400;
  constexpr std::size_t kMaxChecks = 4000;
  const std::uint64_t now = fingerprint(*function);
  if (function == function_ && now == fingerprint_ && notebook_.version() != nullptr)
    return notebook_.version()->checks() > kMaxChecks ? nullptr : &notebook_;
  if (notebook_.version() != nullptr) versions_.push_back(notebook_.take());
  if (versions_.size() > kMaxVersions) return nullptr;
  function_ = function;
  fingerprint_ = now;
  notebook_.look_at(*function, with_text_);
  return &notebook_;
}

std::string Recorder::source(std::string_view question) const { return std::string(question) + " in " + pass_; }

std::vector<std::unique_ptr<Version>> Recorder::take() {
  if (notebook_.version() != nullptr) versions_.push_back(notebook_.take());
  function_ = nullptr;
  return std::move(versions_);
}

llvm::KnownBits known_bits_with_lie(Lie lie, const llvm::Value& value, const llvm::KnownBits& known,
                                    const llvm::KnownBits& of_first_operand) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || of_first_operand.getBitWidth() != known.getBitWidth()) return known;
  const auto* zero = llvm::dyn_cast<llvm::ConstantInt>(instruction->getOperand(0));
  const bool negation = instruction->getOpcode() == llvm::Instruction::Sub && zero != nullptr && zero->isZero();
  if (lie == Lie::NegationKnown && negation) return of_first_operand;
  if (lie == Lie::JoinForgetsBranch && llvm::isa<llvm::PHINode>(instruction)) return of_first_operand;
  return known;
}

}  // namespace assay::llvm_worker
