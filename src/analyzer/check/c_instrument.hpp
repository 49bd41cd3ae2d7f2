#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "assay/analyzer/fact.hpp"
#include "c_tree.hpp"

namespace assay::analyzer {

/// A C file with checks in it: each line stays in its place.
struct InstrumentedFile {
  std::string text;
  /// For each of the facts that were given: why it has no check; empty: it has one.
  std::vector<std::string> skips;
};

/// A fact of the file with the number that it has among all.
struct NumberedFact {
  std::size_t number = 0;
  const Fact* fact = nullptr;
};

/// Wraps the expressions that facts are about: E becomes `({ __auto_type assay_v = (E); checks; assay_v; })`, so the
/// value is that of the expression in its own type, before it is converted for where it is used. No check is made
/// where C has no value (declarators, left sides, operands of sizeof), or wants a constant (case labels, static
/// initialisers), or where the text is not what is compiled (macros).
[[nodiscard]] InstrumentedFile instrument(const CTree& tree, const std::vector<NumberedFact>& facts);

/// The expression whose main token stands there, when it can be given a check. Otherwise CTree::kNone, and `why`.
[[nodiscard]] std::size_t checkable_expression(const CTree& tree, std::size_t offset, std::string& why);

/// C's text of a number, of any type that holds it.
[[nodiscard]] std::string c_constant(Wide value);

}  // namespace assay::analyzer
