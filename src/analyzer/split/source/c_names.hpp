#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assay::analyzer::splitting {

/// A function that a source defines.
struct CFunction {
  std::string name;       ///< without its class
  std::string qualifier;  ///< the class or namespace before "::"; empty: none
  unsigned first_line = 0, last_line = 0;
  bool is_static = false;
  std::set<std::string, std::less<>> used;  ///< identifiers in its body
};
/// Names in a source of C or C++, read without a compiler: what a build would know better, it takes by the shape of
/// declarations. Both branches of an #if are read.
struct CNames {
  std::vector<CFunction> functions;
  std::set<std::string, std::less<>> variables;                         ///< with external linkage
  std::set<std::string, std::less<>> used;                              ///< identifiers, but those behind "." and "->"
  std::map<std::string, std::vector<std::string>, std::less<>> macros;  ///< identifiers in what they stand for
};
[[nodiscard]] CNames c_names(std::string_view source);

}  // namespace assay::analyzer::splitting
