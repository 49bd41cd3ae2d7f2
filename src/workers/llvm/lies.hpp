#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace assay::llvm_worker {

/// Planted bugs: what the worker says wrongly when it is told to (--lie NAME), so that tests can see that it is found.
enum class Lie {
  None,
  NegationKnown,      ///< -x has the known bits of x
  HighOffByOne,       ///< a range ends one too early
  LowOffByOne,        ///< a range begins one too late
  SignLost,           ///< a comparison with a sign is told of one without
  WrapForgotten,      ///< a sum of known ranges never wraps
  JoinForgetsBranch,  ///< a phi is what comes in first
  LoopExitsEarly,     ///< trip counts are one less
  LoopBoundEarly,     ///< the most of a trip count is one less
  AliasMissed,        ///< pointers that may alias do not
  AliasInvented,      ///< pointers that may alias are the same
  StaleFact,          ///< what was known before a transformation is told of what comes after it
  NonZeroEager,       ///< x | y is not zero where x is not known
  SignBitsOneMore,
  UnreachableEager,  ///< a block behind an equality is never reached
  OverflowNever,     ///< what may overflow never does
  SimplifyForgets,   ///< select is its first arm
  PassSwaps,         ///< a pass swaps the operands of a subtraction
  PassAddsFlag,      ///< a pass adds nuw
  PassDropsFreeze,   ///< a pass takes a freeze away
  Crash,             ///< the program ends by a signal
};

inline constexpr std::array<std::pair<std::string_view, Lie>, 20> kLies = {{
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
