#pragma once

#include <string>

#include "assay/smt/script.hpp"

namespace assay::smt {

/// Appends a sort as it is written. Iterative.
void print_sort(const TermStore& store, SortId sort, std::string& out);

/// Appends a literal of sort Int, Real, BitVector or String.
void print_literal(const Value& value, const Dialect& dialect, std::string& out);

/// The target's spelling of an operator or another symbol of the standard.
[[nodiscard]] std::string_view spelled(const Dialect& dialect, std::string_view standard_name);

}  // namespace assay::smt
