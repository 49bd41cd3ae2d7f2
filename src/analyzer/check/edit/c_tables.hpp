#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// Tables that a loop goes over by a counter from 0 to their number of elements. An element that is left out alone
/// makes the last turn undefined, so they lose elements and turns together.
struct CountedTables {
  std::vector<std::string> shorter;  ///< whole texts without a half or a quarter of a table, or one of few elements
  std::set<std::size_t> lists;       ///< the tables' initial values, nodes of the tree
};
[[nodiscard]] CountedTables counted_tables(const CTree& tree);

}  // namespace assay::analyzer
