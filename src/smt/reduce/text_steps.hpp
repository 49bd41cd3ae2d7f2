#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/case/budget.hpp"

namespace assay::smt {

/// A script without the commands that `keeps` does not need, by halves; all other text stays as it is. Declarations and
/// definitions that no other command names any more go with the commands. For scripts whose failure depends on how they
/// are written, such as queries at the edge of a solver's time limit. `keeps` is true of `script`. Linear in the text
/// for each call of `keeps`.
[[nodiscard]] std::string without_commands(std::string_view script,
                                           const std::function<bool(const std::string&)>& keeps,
                                           core::ReductionClock& clock);

}  // namespace assay::smt
