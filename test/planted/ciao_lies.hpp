#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::analyzer {

/// An analyzer of Prolog modules that knows little: which variables a clause has not used yet, and what unifications
/// with terms do. What it says, it prints as CiaoPP does. Each lie is one thing that it gets wrong.
struct PrologLie {
  std::string_view name;
};
[[nodiscard]] const std::vector<PrologLie>& prolog_lies();
/// The module with what it says; an empty name of a lie: an honest one.
[[nodiscard]] std::string annotated(const std::string& source, std::string_view lie);

}  // namespace assay::analyzer
