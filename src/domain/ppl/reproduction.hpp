#pragma once

#include <span>
#include <string>
#include <string_view>

#include "assay/domain/plugin.hpp"
#include "domain/ppl/targets.hpp"

namespace assay::domain::ppl {

/// PluginTarget::reproduction for a type.
[[nodiscard]] std::string reproduction(const Row& row, const Contract& contract, const Program& program,
                                       std::span<const LostPoint> lost, std::string_view note);

/// A law as a C++ condition on x, y, z, `changed(element)` (v := e), `assumed(element)` and so on. Empty: none is
/// known.
struct LawText {
  unsigned number;
  std::string_view condition;
};
[[nodiscard]] std::string_view law_condition(unsigned number);
/// The functions in which conditions are written. Each may use those before it, and those of the row.
[[nodiscard]] std::span<const FunctionText> function_texts();

}  // namespace assay::domain::ppl
