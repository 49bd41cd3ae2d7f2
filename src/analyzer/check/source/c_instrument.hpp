#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"
#include "assay/analyzer/fact.hpp"

namespace assay::analyzer {

/// Where a checked program counts a fact: rows of its report. Facts about one value are judged together.
struct CheckSlot {
  std::size_t judged = 0;
  std::size_t broken = 0;
};

/// A C file with checks in it: each line stays in its place.
struct InstrumentedFile {
  std::string text;
  /// For each of the facts that were given: why it has no check; empty: it has one, and a slot.
  std::vector<std::string> skips;
  std::vector<std::optional<CheckSlot>> slots;
};

/// A fact of the file with the number that it has among all.
struct NumberedFact {
  std::size_t number = 0;
  const Fact* fact = nullptr;
};

/// Wraps the expressions that facts are about: E becomes `({ __auto_type assay_v = (E); checks; assay_v; })`, so the
/// value is that of the expression in its own type, before it is converted for where it is used. No check is made
/// where C has no value (declarators, left sides, operands of sizeof), or wants a constant (case labels, static
/// initialisers), or where the text is not what is compiled (macros). Slots are given from `first_slot` on, without
/// gaps.
[[nodiscard]] InstrumentedFile instrument(const CTree& tree, const std::vector<NumberedFact>& facts,
                                          std::size_t first_slot);

/// The expression whose main token stands there, when it can be given a check. Otherwise CTree::kNone, and `why`.
[[nodiscard]] std::size_t checkable_expression(const CTree& tree, std::size_t offset, std::string& why);

/// C's text of a number, of any type that holds it.
[[nodiscard]] std::string c_constant(Wide value);

}  // namespace assay::analyzer
