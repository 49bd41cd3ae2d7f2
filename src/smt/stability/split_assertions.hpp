#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::smt {

/// A script with one assertion for each conjunct of the original assertions.
struct SplitScript {
  std::string text;
  std::vector<std::size_t> lines;  ///< of the original text, by position of the command in `text`; from 1
};

/// Splits conjunctions, negated disjunctions and negated implications, also in the bodies of definitions without
/// parameters: `(define-fun p () Bool (and q (forall ...)))`. Needed where a script has its quantifiers in definitions,
/// and a single assertion. Assertions with attributes stay as they are, and so does a script with `pop`.
[[nodiscard]] SplitScript with_split_assertions(std::string_view script);

}  // namespace assay::smt
