#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/domain/domain.hpp"
#include "assay/domain/run.hpp"

namespace assay::domain {

/// LLVM's `ConstantRange`, "llvm:ConstantRange@<width>": intervals of bit-vectors that may wrap around. The width is 1
/// to 64 bits. Not a lattice: of two ranges that both cover a union or an intersection the library picks a smallest
/// one.
[[nodiscard]] DomainFactory llvm_constant_range(unsigned width);

/// LLVM's `KnownBits`, "llvm:KnownBits@<width>": bits that are known to be zero or one. Bits that are known to be both
/// (a conflict) mean that there is no value: the adapter has one such element, bottom, and never hands it to LLVM's
/// transformers, which do not say what they do with it.
[[nodiscard]] DomainFactory llvm_known_bits(unsigned width);

/// A result of one of the two domains that is wrong.
struct LlvmFailure {
  Operation operation = Operation::Join;  ///< Leq, Join, Meet or Transform
  std::size_t transformer = 0;            ///< of Transform: a row of Domain::transformers()
  std::vector<Element*> arguments;
  /// Unsound: a value of each argument of a transformer; for Leq, Join and Meet one value.
  std::vector<std::uint64_t> values;
  /// Imprecise: an element that has everything and fewer values (then `values` is empty; the width is at most 8).
  Element* better = nullptr;
};

/// C++ that includes nothing of Assay: against LLVM's own API it computes each result and what it must describe, in
/// APInt. Its exit code is 1 while a failure is there, 0 when none is, 2 when a failure is none by its own arithmetic;
/// where the library crashes, so does it (any values do that are defined).
/// All failures are of `domain`, which is one of the two above.
[[nodiscard]] Result<std::string> llvm_reproduction(Domain& domain, const std::vector<LlvmFailure>& failures);

/// The same for what a program found: values that results lost, and crashes (kCrashOracle; that instruction is not
/// run). Laws have none: an Error where there is nothing else.
[[nodiscard]] Result<std::string> llvm_reproduction(const DomainFactory& factory, const Program& program,
                                                    const std::vector<Violation>& violations);

}  // namespace assay::domain
