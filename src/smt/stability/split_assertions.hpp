#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::smt {

/// A script with one assertion for each conjunct of the original assertions.
struct SplitScript {
  std::string text;
  /// The line in the original text minus the line in `text`, by position of the command in `text`.
  std::vector<std::ptrdiff_t> shifts;
};

/// Splits conjunctions, negated disjunctions and negated implications, also in the bodies of definitions without
/// parameters: `(define-fun p () Bool (and q (forall ...)))`. Needed where a script has its quantifiers in definitions,
/// and a single assertion. Assertions with attributes stay as they are, and so does a script with `pop`.
[[nodiscard]] SplitScript with_split_assertions(std::string_view script);

}  // namespace assay::smt
