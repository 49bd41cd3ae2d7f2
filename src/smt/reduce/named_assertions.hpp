#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/text_tree.hpp"

namespace assay::smt {

/// A script in which each assertion has a name, for a request of an unsat core. All other text stays as it is, without
/// comments.
struct NamedAssertions {
  std::string script;
  std::map<std::string, std::size_t, std::less<>> positions;  ///< of the commands, by name

  /// The commands that a core names. Other names, such as the script's own, are left out.
  [[nodiscard]] std::set<std::size_t> commands_of(const std::vector<std::string>& core) const;
};
/// `left_out`: positions of commands that the script has not.
[[nodiscard]] NamedAssertions name_assertions(const TextTree& tree, const std::set<std::size_t>& left_out = {});

}  // namespace assay::smt
