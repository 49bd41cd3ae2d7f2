#pragma once

#include <string_view>
#include <vector>

#include "smt/parse/reader.hpp"

namespace assay::smt {

/// Reads a sort. Iterative.
SortId read_sort(Reader& reader);
/// The finite field whose order is this numeral. Nullopt if the order is not a prime below 2^63.
[[nodiscard]] std::optional<SortId> field_of_order(TermStore& store, std::string_view numeral);
/// Reads an index of an indexed identifier.
Index read_index(Reader& reader);
/// Reads a parenthesized list of names and makes them sort parameters until forget_parameters.
std::vector<SymbolId> read_parameters(Reader& reader);
void forget_parameters(Reader& reader, const std::vector<SymbolId>& parameters);

}  // namespace assay::smt
