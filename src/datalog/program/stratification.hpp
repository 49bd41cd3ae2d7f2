#pragma once

#include <cstdint>
#include <optional>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// A rule, as its position in Program::rules, that negates or aggregates what depends on its own head; nothing in
/// stratified programs. (PrecedenceGraph knows more, and sits above this part.)
[[nodiscard]] std::optional<std::uint32_t> unstratified_rule(const Program& program);

}  // namespace assay::datalog
