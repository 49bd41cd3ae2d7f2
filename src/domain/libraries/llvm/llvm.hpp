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
/// to 64 bits. Not a lattice: if several ranges cover a union or an intersection, the library returns a smallest one.
[[nodiscard]] DomainFactory llvm_constant_range(unsigned width);

/// LLVM's `KnownBits`, "llvm:KnownBits@<width>": bits that are known to be zero or one. An element with a bit known to
/// be both (a conflict) has no values: the adapter has one such element, bottom, and never passes it to LLVM's
/// transformers, for which conflicts are not documented.
[[nodiscard]] DomainFactory llvm_known_bits(unsigned width);

/// A wrong result of a ConstantRange or KnownBits domain.
struct LlvmFailure {
  Operation operation = Operation::Join;  ///< Leq, Join, Meet or Transform
  std::size_t transformer = 0;            ///< of Transform: a row of Domain::transformers()
  std::vector<Element*> arguments;
  /// Unsound: a value of each argument of a transformer; for Leq, Join and Meet one value.
  std::vector<std::uint64_t> values;
  /// Imprecise: a smaller sound element. `values` is then empty, and the width is at most 8.
  Element* better = nullptr;
};

/// C++ against LLVM's own API, without Assay. The program computes each result and, with APInt, the values that it must
/// contain. Exit code: 1 if a failure is present, 0 if none is, 2 if its own arithmetic refutes a failure. If the
/// library crashes, the program crashes, too. `domain`: the domain of all failures, made by a factory of
/// llvm_constant_range or llvm_known_bits.
[[nodiscard]] Result<std::string> llvm_reproduction(Domain& domain, const std::vector<LlvmFailure>& failures);

/// The same for violations of a program: values that results lost, and crashes (kCrashOracle; that instruction is not
/// run). An Error if there are only violations of laws.
[[nodiscard]] Result<std::string> llvm_reproduction(const DomainFactory& factory, const Program& program,
                                                    const std::vector<Violation>& violations);

}  // namespace assay::domain
