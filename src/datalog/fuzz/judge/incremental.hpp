#pragma once

#include <string_view>
#include <variant>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/program.hpp"
#include "core/case/case.hpp"

namespace assay::datalog {

/// Prefix of the name of the relation that the rules fill when they are run alone.
inline constexpr std::string_view kAlone = "alone_";

/// The program, which also prints the relation and all relations that its rules read.
[[nodiscard]] Program printed_for(const Program& program, std::string_view relation);

/// Keeps only the rules of one relation, with a new relation as their head. Every relation that they read (perhaps the
/// relation itself) gets the tuples in `known` as facts. The new relation must become equal to the relation in `known`
/// (Deopt, OOPSLA 2024: incremental rule evaluation). Returns a Skip if the facts are not known or too many.
[[nodiscard]] std::variant<Program, core::Skip> rules_alone(const Program& program, const Output& known,
                                                            std::string_view relation);

}  // namespace assay::datalog
