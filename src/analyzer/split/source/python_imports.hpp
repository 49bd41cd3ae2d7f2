#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::analyzer::splitting {

/// An import statement of Python.
struct PythonImport {
  std::string module;              ///< "a.b"; may be empty after dots
  unsigned level = 0;              ///< dots before it
  std::vector<std::string> names;  ///< of "from"; "*" for all
  bool from = false;
  bool operator==(const PythonImport&) const = default;
};
/// The import statements of a source, wherever they stand, without running or wholly parsing it: the tokens of Python's
/// reference, chapter 2, as far as they keep statements apart.
[[nodiscard]] std::vector<PythonImport> python_imports(std::string_view source);

}  // namespace assay::analyzer::splitting
