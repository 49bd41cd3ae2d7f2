#pragma once

#include <string>
#include <string_view>

namespace assay::smt {

/// The script without the operands `true` and `false` that have no meaning where they stand: `(and true a)` is `a`. A
/// binding of `let` goes with them if its name occurs nowhere else.
[[nodiscard]] std::string without_constant_operands(std::string_view script);
/// The script without names of quantifiers (`:qid`, `:skolemid`).
[[nodiscard]] std::string without_quantifier_names(std::string_view script);

}  // namespace assay::smt
