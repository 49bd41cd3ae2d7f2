#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// Tables that a loop indexes by a counter from 0 to their number of elements. Removing an element alone would make the
/// last iteration undefined, so a table and its loop lose elements and iterations together.
struct CountedTables {
  /// Whole texts without a half or a quarter of a table, or without one element of a small table.
  std::vector<std::string> shorter;
  std::set<std::size_t> lists;  ///< the tables' initial values, nodes of the tree
};
[[nodiscard]] CountedTables counted_tables(const CTree& tree);

}  // namespace assay::analyzer
