#pragma once

#include <string>

#include "assay/core/finding.hpp"
#include "assay/core/tester.hpp"

namespace assay::core {

/// A finding as markup: what came and what should have come, the input that shows it, how to run it; then what else is
/// known. `address`: of the finding's page, where that is another one; may be empty.
[[nodiscard]] std::string finding_body(const Finding& finding, const ModuleDescription& words,
                                       const std::string& address = {});
/// A triage's state as markup.
[[nodiscard]] std::string state_mark(const Triage& triage);
/// "Solver" of "solver".
[[nodiscard]] std::string with_capital(std::string noun);

}  // namespace assay::core
