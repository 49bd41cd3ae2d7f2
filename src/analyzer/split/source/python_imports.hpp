#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::analyzer::splitting {

/// An import statement of Python.
struct PythonImport {
  std::string module;              ///< "a.b"; may be empty if there are dots
  unsigned level = 0;              ///< number of leading dots
  std::vector<std::string> names;  ///< for "from": the imported names; "*" for all
  bool from = false;
  bool operator==(const PythonImport&) const = default;
};
/// The import statements of a source, at any place, without running it. Reads the tokens of Python's reference, chapter
/// 2, as far as needed to separate statements.
[[nodiscard]] std::vector<PythonImport> python_imports(std::string_view source);

}  // namespace assay::analyzer::splitting
