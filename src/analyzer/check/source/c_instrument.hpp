#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"
#include "analyzer/fact/fact.hpp"

namespace assay::analyzer {

/// The rows of a checked program's report that count one fact. Facts about one value share `judged`.
struct CheckSlot {
  std::size_t judged = 0;
  std::size_t broken = 0;
};

/// A C file with checks. Every line keeps its number.
struct InstrumentedFile {
  std::string text;
  /// For each given fact, why it has no check; empty: it has a check and a slot.
  std::vector<std::string> skips;
  std::vector<std::optional<CheckSlot>> slots;
};

/// A fact of the file with its number among all facts.
struct NumberedFact {
  std::size_t number = 0;
  const Fact* fact = nullptr;
};

/// Wraps the expressions of facts: E becomes `({ __auto_type assay_v = (E); checks; assay_v; })`, so the checks see the
/// value in the expression's own type, before conversions. There is no check where C has no value (declarators, left
/// sides, operands of sizeof), where it needs a constant (case labels, static initialisers), or where the text is not
/// the compiled text (macros). Slots count from `first_slot`, without gaps.
[[nodiscard]] InstrumentedFile instrument(const CTree& tree, const std::vector<NumberedFact>& facts,
                                          std::size_t first_slot);

/// The expression whose main token is at the offset, if a check can be put there: a number or a pointer, or, if `real`,
/// a float or double. Otherwise CTree::kNone, and `why` is the reason.
[[nodiscard]] std::size_t checkable_expression(const CTree& tree, std::size_t offset, std::string& why,
                                               bool real = false);

/// The C text of a number, of any type that holds it.
[[nodiscard]] std::string c_constant(Wide value);

}  // namespace assay::analyzer
