#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <string>
#include <vector>

#include "workers/llvm/ir_machine.hpp"

namespace llvm {
class Argument;
class GlobalVariable;
}  // namespace llvm

namespace assay::llvm_worker {

[[nodiscard]] std::uint64_t hash_of(llvm::StringRef text);
[[nodiscard]] std::uint64_t combined(std::uint64_t hash, std::uint64_t with);

/// The memory that a function finds when it is called: one way in which that can be. Global variables are as they are
/// initialised. Each pointer that is passed points to an object of its own, with bytes that are drawn.
class ObjectTable {
 public:
  static constexpr std::uint64_t kMostBytes = 4096;  ///< of one object

  /// The number of the object, from 1; 0: it is refused.
  [[nodiscard]] std::uint64_t of_global(const llvm::GlobalVariable& variable);
  [[nodiscard]] std::uint64_t of_parameter(const llvm::Argument& argument);
  [[nodiscard]] std::uint64_t size_of(std::uint64_t object) const { return objects_[object - 1].bytes.size(); }
  /// Why one was refused; empty: none was.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  [[nodiscard]] std::vector<Object> take() { return std::move(objects_); }

 private:
  std::uint64_t refuse(const char* why);

  std::vector<Object> objects_;
  llvm::DenseMap<const llvm::GlobalVariable*, std::uint64_t> globals_;  ///< only looked up
  std::string refusal_;
};

}  // namespace assay::llvm_worker
