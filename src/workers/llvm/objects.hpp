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

/// A possible state of the memory when a function is called. Global variables have their initial values. Each pointer
/// argument points to its own object with pseudo-random bytes.
class ObjectTable {
 public:
  static constexpr std::uint64_t kMaxBytes = 4096;  ///< of one object

  /// The number of the object, from 1; 0 if it is refused.
  [[nodiscard]] std::uint64_t of_global(const llvm::GlobalVariable& variable);
  [[nodiscard]] std::uint64_t of_parameter(const llvm::Argument& argument);
  [[nodiscard]] std::uint64_t size_of(std::uint64_t object) const { return objects_[object - 1].bytes.size(); }
  /// The reason of the first refusal; empty if there was none.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  [[nodiscard]] std::vector<Object> take() { return std::move(objects_); }

 private:
  std::uint64_t refuse(const char* why);

  std::vector<Object> objects_;
  llvm::DenseMap<const llvm::GlobalVariable*, std::uint64_t> globals_;  ///< only looked up
  std::string refusal_;
};

}  // namespace assay::llvm_worker
