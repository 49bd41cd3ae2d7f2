#pragma once

#include "assay/smt/operator.hpp"

namespace assay::smt {

// The evaluators of operators that are the same on strings and sequences. The str. operators take only strings; the
// seq. operators (of z3 and cvc5, modelled after UnicodeStrings) take both.
namespace words {
[[nodiscard]] Outcome concat(const Arguments& arguments);
[[nodiscard]] Outcome length(const Arguments& arguments);
[[nodiscard]] Outcome at(const Arguments& arguments);
[[nodiscard]] Outcome extract(const Arguments& arguments);
[[nodiscard]] Outcome prefix_of(const Arguments& arguments);
[[nodiscard]] Outcome suffix_of(const Arguments& arguments);
[[nodiscard]] Outcome contains(const Arguments& arguments);
[[nodiscard]] Outcome index_of(const Arguments& arguments);
[[nodiscard]] Outcome last_index_of(const Arguments& arguments);
[[nodiscard]] Outcome replace(const Arguments& arguments);
[[nodiscard]] Outcome replace_all(const Arguments& arguments);
[[nodiscard]] Outcome reverse(const Arguments& arguments);
[[nodiscard]] Outcome update(const Arguments& arguments);
}  // namespace words

}  // namespace assay::smt
