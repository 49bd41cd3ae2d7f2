#pragma once

#include <string>

#include "core/case/tester.hpp"
#include "core/finding/finding.hpp"

namespace assay::core {

/// A finding as markup: expected and actual result, the input, the commands, then further facts. `address`: the
/// finding's own page; empty if this is that page, or if there is none.
[[nodiscard]] std::string finding_body(const Finding& finding, const ModuleDescription& words,
                                       const std::string& address = {});
/// A triage's state as markup.
[[nodiscard]] std::string state_mark(const Triage& triage);

}  // namespace assay::core
