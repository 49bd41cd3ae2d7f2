#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace assay::llvm_worker {

/// Planted bugs of the worker's answers (option --lie NAME), so that tests can check that Assay finds them.
enum class Lie {
  None,
  NegationKnown,      ///< -x has the known bits of x
  HighOffByOne,       ///< the upper bound of a range is one too low
  LowOffByOne,        ///< the lower bound of a range is one too high
  SignLost,           ///< a signed comparison is reported as unsigned
  WrapForgotten,      ///< a sum of known ranges never wraps
  JoinForgetsBranch,  ///< a phi has the known bits of its first incoming value
  LoopExitsEarly,     ///< trip counts are one less
  LoopBoundEarly,     ///< maximum trip counts are one less
  AliasMissed,        ///< pointers that may alias do not
  AliasInvented,      ///< pointers that may alias are the same
  StaleFact,          ///< the known bits from before a transformation are reported after it
  NonZeroEager,       ///< x | y is never zero
  SignBitsOneMore,    ///< one sign bit too many
  UnreachableEager,   ///< the block after an equality comparison is never reached
  OverflowNever,      ///< operations that may overflow never do
  SimplifyForgets,    ///< a select is simplified to its first value
  NanForgotten,       ///< the difference of floating-point numbers is never NaN
  PassSwaps,          ///< a pass swaps the operands of a subtraction
  PassAddsFlag,       ///< a pass adds nuw
  PassDropsFreeze,    ///< a pass removes a freeze
  Crash,              ///< the program ends with a signal
};

inline constexpr std::array<std::pair<std::string_view, Lie>, 21> kLies = {{
    {"negation-known", Lie::NegationKnown},
    {"high-off-by-one", Lie::HighOffByOne},
    {"low-off-by-one", Lie::LowOffByOne},
    {"sign-lost", Lie::SignLost},
    {"wrap-forgotten", Lie::WrapForgotten},
    {"join-forgets-branch", Lie::JoinForgetsBranch},
    {"loop-exits-early", Lie::LoopExitsEarly},
    {"loop-bound-early", Lie::LoopBoundEarly},
    {"alias-missed", Lie::AliasMissed},
    {"alias-invented", Lie::AliasInvented},
    {"stale-fact", Lie::StaleFact},
    {"non-zero-eager", Lie::NonZeroEager},
    {"sign-bits-one-more", Lie::SignBitsOneMore},
    {"unreachable-eager", Lie::UnreachableEager},
    {"overflow-never", Lie::OverflowNever},
    {"simplify-forgets", Lie::SimplifyForgets},
    {"nan-forgotten", Lie::NanForgotten},
    {"pass-swaps", Lie::PassSwaps},
    {"pass-adds-flag", Lie::PassAddsFlag},
    {"pass-drops-freeze", Lie::PassDropsFreeze},
    {"crash", Lie::Crash},
}};

[[nodiscard]] constexpr std::optional<Lie> lie_named(std::string_view name) {
  for (const auto& [text, lie] : kLies)
    if (text == name) return lie;
  return std::nullopt;
}

}  // namespace assay::llvm_worker
