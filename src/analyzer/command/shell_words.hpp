#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::analyzer {

/// The words of a command in a compilation database, which quotes like a shell (Clang's JSON Compilation Database
/// Format Specification): white space separates words, and '...', "..." and \ quote. Nothing is expanded.
[[nodiscard]] std::vector<std::string> shell_words(std::string_view command);

}  // namespace assay::analyzer
