#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/smt/script.hpp"

namespace assay::trigger {

/// A quantifier instantiation: `values` has one value for each variable, in their order.
struct Instance {
  smt::TermId quantifier;
  std::vector<smt::TermId> values;
};

/// The quantifier instantiations of a proof that z3 printed (get-proof), each once, in the order of their dependencies.
/// `declarations`: the commands that declare the script's symbols. Elements that z3 introduced become constants for
/// which is_element holds; other undeclared symbols become opaque terms.
[[nodiscard]] Result<std::vector<Instance>> read_instances(smt::TermStore& store, const std::string& declarations,
                                                           std::string_view proof);

/// The instantiations that cvc5 printed (dump-instantiations), each once, in the printed order. Symbols that cvc5
/// introduced become opaque terms. TraceReader::text() has the same format.
[[nodiscard]] Result<std::vector<Instance>> read_cvc5_instances(smt::TermStore& store, const std::string& declarations,
                                                                std::string_view text);

/// The commands that declare the symbols of these terms.
[[nodiscard]] std::string declarations_text(const smt::TermStore& store, const std::vector<smt::TermId>& terms);

/// True for constants with z3's names for elements of uninterpreted sorts (`U!val!3`).
[[nodiscard]] bool is_element(const smt::TermStore& store, smt::TermId term);

}  // namespace assay::trigger
