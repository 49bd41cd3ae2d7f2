#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "workers/llvm/ir_machine.hpp"

namespace llvm {
class BasicBlock;
class ConstantFP;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace assay::llvm_worker {

/// A copy of a function at one moment. Checks can be run on it after the function has changed.
struct Snapshot {
  FlatFunction code;
  std::string refusal;  ///< the part of the function that the machine cannot run; empty: it can run the function
  llvm::DenseMap<const llvm::Value*, std::int32_t> slots;
  llvm::DenseMap<const llvm::Instruction*, std::int32_t> before;  ///< positions in code.ops
  llvm::DenseMap<const llvm::Instruction*, std::int32_t> after;
  llvm::DenseMap<const llvm::BasicBlock*, std::int32_t> start;
  llvm::DenseMap<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, std::int32_t>
      edges;  ///< positions before the phis are set
};

/// Reads a function. A function that is incomplete in the middle of a transformation is refused.
[[nodiscard]] Snapshot flatten(const llvm::Function& function);

/// The bits of a `float` or `double`; all NaNs have the same bits.
[[nodiscard]] std::uint64_t float_bits(const llvm::ConstantFP& number);

/// Adds a slot with a constant to the snapshot's frame.
[[nodiscard]] std::int32_t constant_slot(Snapshot& snapshot, std::uint64_t bits);

/// The code with additional ops, each inserted before the op at its position. Ops at the same position keep their
/// order.
[[nodiscard]] FlatFunction with_ops(const FlatFunction& code, std::vector<std::pair<std::int32_t, Op>> more);

/// A hash of a function's instructions with their operands and flags, to detect changes of the function.
[[nodiscard]] std::uint64_t fingerprint(const llvm::Function& function);

}  // namespace assay::llvm_worker
