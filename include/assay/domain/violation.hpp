#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/law.hpp"

namespace assay::domain {

/// Violation::oracle of an instruction that ends its process, where one is written by hand: a run does not come back.
inline constexpr std::string_view kCrashOracle = "crash";

/// Violation::oracle of an operation whose repetitions keep memory.
inline constexpr std::string_view kLeakOracle = "leaks";

/// Violation::oracle of an operation that comes back with another mode of floats.
inline constexpr std::string_view kRoundingOracle = "rounding";

/// A violation of a law, or a wrong result of an operation.
struct Violation {
  LawClass kind = LawClass::Soundness;
  unsigned law = 0;                      ///< of laws(); 0: found otherwise
  std::string oracle;                    ///< "law 17", "points", "reference", "observation", "rounding", "leaks"
  Operation operation = Operation::Top;  ///< the guilty one; for a law, where that is not known, what it is about
  std::size_t instruction = 0;  ///< the one that is wrong; for a law: its check's number after the instructions
  std::string detail;           ///< what was expected and what came, for people
  Point lost;                   ///< that the element of the instruction should have; empty: it is about something else
  // What a program that shows it on its own needs (a reproduction); empty where it is about something else.
  Point extra = {};    ///< that the element has, and should not have
  Point witness = {};  ///< shows that an answer about `asked` is wrong
  /// The operation was found wrong by itself: `oracle` only says how that came to light.
  bool blamed = false;
  /// A program (to_text) that asks the operation only, or the law, of elements built from their constraints: it may
  /// fail in the same way. Empty: none is known.
  std::string isolated = {};
  std::vector<std::size_t> asked = {};  ///< instructions whose elements `operation` was asked about, in order
};

}  // namespace assay::domain
