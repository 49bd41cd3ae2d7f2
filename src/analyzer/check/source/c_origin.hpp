#pragma once

#include <string>

#include "analyzer/check/tree/c_tree.hpp"
#include "analyzer/fact/fact.hpp"

namespace assay::analyzer {

/// The operation of a reduced C program in which an analyzer went wrong, as far as the program's text shows it.
/// Findings with the same operation and the same kind of claim count as one cause. Starts at the expression of the
/// broken claim, and follows operands and variables back to the last operation that is not computed exactly: "+/- on
/// unsigned", "conversion to bool", "&&". Empty if the claim is about no expression or variable of the file.
[[nodiscard]] std::string origin_of_value(const CTree& tree, const Fact& fact);

/// The common text of findings with one cause: the kind of claim (one value, a bound, a relation, a size) and the
/// operation of `origin_of_value` ("bound of +/- on unsigned"). Empty if there is no such operation.
[[nodiscard]] std::string cause_in_source(const CTree& tree, const Fact& fact);

}  // namespace assay::analyzer
