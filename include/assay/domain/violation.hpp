#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/law.hpp"

namespace assay::domain {

/// Violation::oracle of an instruction that ends its process. Runs never return it; callers set it by hand.
inline constexpr std::string_view kCrashOracle = "crash";

/// Violation::oracle of an operation that leaks memory with each repetition.
inline constexpr std::string_view kLeakOracle = "leaks";

/// Violation::oracle of an operation that does not restore the floating-point mode.
inline constexpr std::string_view kRoundingOracle = "rounding";

/// A violation of a law, or a wrong result of an operation.
struct Violation {
  LawClass kind = LawClass::Soundness;
  unsigned law = 0;                      ///< Law::number; 0: not found by a law
  std::string oracle;                    ///< "law 17", "points", "reference", "observation", "rounding", "leaks"
  Operation operation = Operation::Top;  ///< the wrong operation; for a law, if unknown: Law::about
  std::size_t instruction = 0;  ///< number of the wrong instruction; for a law: number of instructions plus its check
  std::string detail;           ///< expected and actual result, for people
  Point lost;                   ///< missing point of the instruction's element; empty: another violation
  // Data for reproductions. Empty if the violation does not have it.
  Point extra = {};    ///< point that the element contains and should not
  Point witness = {};  ///< point that proves an answer about `asked` wrong
  /// Exact polyhedra proved `operation` wrong on its own; `oracle` says only how the search began.
  bool blamed = false;
  /// A program (to_text) with only this operation or law, on elements rebuilt from their constraints. It need not fail
  /// in the same way. Empty: no such program.
  std::string isolated = {};
  std::vector<std::size_t> asked = {};  ///< instructions that made the arguments of `operation`, in order
};

}  // namespace assay::domain
