#include "remove_capabilities.hpp"

#include <string_view>
#include <utility>

namespace assay::datalog {
namespace {

constexpr std::pair<std::string_view, bool Capabilities::*> kLackNames[] = {
    {"negation", &Capabilities::negation},
    {"numbers", &Capabilities::numbers},
    {"unsigned", &Capabilities::unsigned_numbers},
    {"floats", &Capabilities::floats},
    {"symbols", &Capabilities::symbols},
    {"comparisons", &Capabilities::comparisons},
    {"order", &Capabilities::order},
    {"arithmetic", &Capabilities::arithmetic},
    {"division", &Capabilities::division},
    {"aggregates", &Capabilities::aggregates},
    {"functors", &Capabilities::calls},
    {"wildcards", &Capabilities::wildcards},
    {"negated wildcards", &Capabilities::negated_wildcards},
    {"nullary relations", &Capabilities::nullary},
    {"multiple heads", &Capabilities::multiple_heads},
    {"negative numbers", &Capabilities::negative_numbers},
    {"mutual recursion", &Capabilities::mutual_recursion},
    {"non-linear recursion", &Capabilities::non_linear_recursion},
};

}  // namespace

Status remove_capabilities(Capabilities& capabilities, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    bool known = name == "representations";  // all of the qualifiers
    if (known) capabilities.qualifiers = {};
    for (const QualifierRow& row : qualifier_rows()) {
      if (row.name != name) continue;
      capabilities.qualifiers.remove(row.qualifier);
      known = true;
    }
    for (const auto& [known_name, member] : kLackNames) {
      if (known_name != name) continue;
      capabilities.*member = false;
      known = true;
    }
    if (!known)
      return Error{"there is no capability '" + name + "' to lack", "docs/user/datalog-engines.md lists them"};
  }
  return {};
}

}  // namespace assay::datalog
