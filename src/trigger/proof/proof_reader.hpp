#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/smt/script.hpp"

namespace assay::trigger {

/// A quantifier with a value for each of its variables, in their order.
struct Instance {
  smt::TermId quantifier;
  std::vector<smt::TermId> values;
};

/// The quantifier instantiations of a proof that z3 printed (get-proof), each once, those that others need first.
/// `declarations`: the commands that declare the script's symbols. Elements that z3 made up are constants for which
/// is_element holds; other symbols that only the proof has are opaque terms.
[[nodiscard]] Result<std::vector<Instance>> read_instances(smt::TermStore& store, const std::string& declarations,
                                                           std::string_view proof);

/// The instantiations that cvc5 printed (dump-instantiations), each once, in its order. Values that cvc5 made up are
/// opaque terms. What TraceReader gives has the same form.
[[nodiscard]] Result<std::vector<Instance>> read_cvc5_instances(smt::TermStore& store, const std::string& declarations,
                                                                std::string_view text);

/// The commands that declare the symbols of these terms.
[[nodiscard]] std::string declarations_text(const smt::TermStore& store, const std::vector<smt::TermId>& terms);

/// Whether a term is a constant for an element of an uninterpreted sort, as z3 names them.
[[nodiscard]] bool is_element(const smt::TermStore& store, smt::TermId term);

}  // namespace assay::trigger
