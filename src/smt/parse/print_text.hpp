#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/smt/script.hpp"

namespace assay::smt {

void append_number(std::uint64_t number, std::string& out);
void append_quoted(std::string_view symbol, std::string& out);
/// Iterative.
void append_sort(const TermStore& store, SortId sort, std::string& out);
/// A literal of sort Int, Real, BitVector or String.
void append_literal(const TermStore& store, TermId constant, const Dialect& dialect, std::string& out);
void append_index(const TermStore& store, const Index& index, std::string& out);

}  // namespace assay::smt
