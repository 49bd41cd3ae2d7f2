#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// A function's body read as a table, as solvers print functions: `(ite (and (= x c) (= y d)) v rest)` over and over.
/// All terms in it are closed.
struct FunctionTable {
  std::vector<std::pair<std::vector<TermId>, TermId>> rows;  ///< arguments and result; the first matching row counts
  TermId fallback;
};

/// The table that the body spells. Nullopt if the body has another form.
[[nodiscard]] std::optional<FunctionTable> table_of(const TermStore& store, std::span<const BoundVariable> variables,
                                                    TermId body);

}  // namespace assay::smt
