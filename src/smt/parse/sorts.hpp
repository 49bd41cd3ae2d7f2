#pragma once

#include <string_view>
#include <vector>

#include "smt/parse/reader.hpp"

namespace assay::smt {

/// Takes a sort. Iterative.
SortId read_sort(Reader& reader);
/// Takes the index of an indexed identifier.
/// The prime field of this order, a numeral; std::nullopt when it is none of ours: too large, or no prime.
[[nodiscard]] std::optional<SortId> field_of_order(TermStore& store, std::string_view numeral);
Index read_index(Reader& reader);
/// Takes a parenthesized list of names and makes them sort parameters until forget_parameters.
std::vector<SymbolId> read_parameters(Reader& reader);
void forget_parameters(Reader& reader, const std::vector<SymbolId>& parameters);

}  // namespace assay::smt
