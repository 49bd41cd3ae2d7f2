#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "workers/llvm/ir_machine.hpp"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace assay::llvm_worker {

/// A function as it stood at one moment. Checks may be put to it long after it has changed.
struct Snapshot {
  FlatFunction code;
  std::string refusal;  ///< what of it the machine cannot run; empty: it can
  llvm::DenseMap<const llvm::Value*, std::int32_t> slots;
  llvm::DenseMap<const llvm::Instruction*, std::int32_t> before;  ///< positions: before the op of that number
  llvm::DenseMap<const llvm::Instruction*, std::int32_t> after;
  llvm::DenseMap<const llvm::BasicBlock*, std::int32_t> start;
  llvm::DenseMap<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, std::int32_t>
      edges;  ///< before phis are set
};

/// Reads a function. It may be in the middle of a transformation: what is not whole is refused.
[[nodiscard]] Snapshot flatten(const llvm::Function& function);

/// A slot for a constant in the snapshot's frame.
[[nodiscard]] std::int32_t constant_slot(Snapshot& snapshot, std::uint64_t bits);

/// The code with more ops before those at some positions; the order among ops at one position is kept.
[[nodiscard]] FlatFunction with_ops(const FlatFunction& code, std::vector<std::pair<std::int32_t, Op>> more);

/// A number that two functions share only if they are the same instructions with the same operands and flags.
[[nodiscard]] std::uint64_t fingerprint(const llvm::Function& function);

}  // namespace assay::llvm_worker
