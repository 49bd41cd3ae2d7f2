#pragma once

#include <string_view>
#include <variant>

#include "assay/core/case.hpp"
#include "assay/datalog/dialect.hpp"
#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// The name of the relation that the rules fill when they are run alone.
inline constexpr std::string_view kAlone = "alone_";

/// The program with all printed that the relation's rules read, and the relation itself.
[[nodiscard]] Program printed_for(const Program& program, std::string_view relation);

/// The program in which only one relation's rules are left, with a new relation as their head, and every relation that
/// they read (itself, too) is given by the facts that an engine computed (Deopt, OOPSLA 2024: incremental rule
/// evaluation). What the new relation gets must equal what the relation had.
[[nodiscard]] std::variant<Program, core::Skip> rules_alone(const Program& program, const Output& known,
                                                            std::string_view relation);

}  // namespace assay::datalog
