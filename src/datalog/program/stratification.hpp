#pragma once

#include <cstdint>
#include <optional>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// The position in Program::rules of a rule that negates or aggregates a relation that depends on the rule's head.
/// Nullopt for stratified programs. (PrecedenceGraph, in a higher layer, computes more.)
[[nodiscard]] std::optional<std::uint32_t> unstratified_rule(const Program& program);

}  // namespace assay::datalog
