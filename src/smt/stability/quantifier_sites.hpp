#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_tree.hpp"
#include "smt/log/log_profile.hpp"

namespace assay::smt {

/// A quantifier of a script.
struct QuantifierSite {
  std::string name;         ///< its `:qid`; empty: none
  std::size_t line = 0;     ///< from 1
  std::size_t command = 0;  ///< position of its command in the script
  std::size_t node = 0;     ///< in the script's text_tree()
};

/// A script in which the `:qid` of each quantifier says its position in `sites`.
struct NamedQuantifiers {
  std::string script;
  std::vector<QuantifierSite> sites;  ///< of the original script, in their order
};
[[nodiscard]] NamedQuantifiers with_named_quantifiers(const TextTree& tree);

/// The position in NamedQuantifiers::sites that a `:qid` says, as a solver prints it. Nullopt: another name.
[[nodiscard]] std::optional<std::size_t> site_of(std::string_view qid);

/// The number of instances of each site in a log of a NamedQuantifiers::script.
[[nodiscard]] std::vector<std::uint64_t> instances_by_site(const LogCounts& counts, std::size_t sites);

}  // namespace assay::smt
