#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::analyzer {

/// A simple analyzer of Prolog modules: it tracks the variables that a clause has not used yet, and the effects of
/// unifications with terms. It prints like CiaoPP. Each lie is one bug.
struct PrologLie {
  std::string_view name;
};
[[nodiscard]] const std::vector<PrologLie>& prolog_lies();
/// The module with the analyzer's assertions; an empty `lie`: the honest analyzer.
[[nodiscard]] std::string annotated(const std::string& source, std::string_view lie);

}  // namespace assay::analyzer
