#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core {

/// A function that a source defines.
struct CFunction {
  std::string name;       ///< without its class or namespace
  std::string qualifier;  ///< the class or namespace before "::"; empty: none
  unsigned first_line = 0, last_line = 0;
  bool is_static = false;
  std::set<std::string, std::less<>> used;  ///< identifiers in its body
};
/// Names in a C or C++ source, read without a compiler: declarations are recognised by their form. Both branches of an
/// #if are read.
struct CNames {
  std::vector<CFunction> functions;
  std::set<std::string, std::less<>> variables;  ///< with external linkage
  std::set<std::string, std::less<>> used;       ///< identifiers, except those behind "." and "->"
  /// Identifiers in the replacement of each macro.
  std::map<std::string, std::vector<std::string>, std::less<>> macros;
};
[[nodiscard]] CNames c_names(std::string_view source);

}  // namespace assay::core
