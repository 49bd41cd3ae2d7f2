#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/case/budget.hpp"

namespace assay::smt {

/// How reduced_text looks for a smaller script.
struct TextSteps {
  /// Positions of assertions, counted from 0, without which the script does not fail as far as is known; they are
  /// removed last.
  std::vector<std::size_t> core = {};
  /// A large step that fails is tried again with the assertions in other orders. For a failure that depends on the
  /// order, as the answers of solvers to quantified formulas do. The result may then have another order.
  bool reorders = false;
};

/// A script without assertions and parts of assertions that `keeps` does not need; all other text stays as it is. For
/// scripts whose failure depends on how they are written, such as queries at the edge of a solver's time limit.
/// Operands of `and`, hypotheses of `=>` and values of `let` become `true`, operands of `or` become `false`, defined
/// formulas become a constant, and declarations and definitions that no other command names any more go. The largest
/// parts are tried first, together, and then by halves; outer parts before inner ones (hierarchical delta debugging:
/// Misherghi and Su, ICSE 2006).
/// `keeps` is true of `script`, and decides each step; a step may be ill-sorted. Linear in the text for each call of
/// `keeps`.
[[nodiscard]] std::string reduced_text(std::string_view script, const std::function<bool(const std::string&)>& keeps,
                                       core::ReductionClock& clock, const TextSteps& steps = {});

}  // namespace assay::smt
