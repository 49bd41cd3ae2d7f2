#pragma once

#include <optional>
#include <string>

#include "datalog/dialect/text/lexer.hpp"

namespace assay::datalog {

/// The text with all component instances expanded, and without component definitions. Relations and types get names
/// such as `instance_name`. Clauses of overridden relations in base components are dropped (ComponentInstantiation in
/// Soufflé's sources). Nullopt if the text has no component, or cannot be expanded: two definitions of one name, an
/// undefined component, an override of a relation that is not overridable, or more than 1 MiB of text.
[[nodiscard]] std::optional<std::string> without_components(const Tokens& tokens);

}  // namespace assay::datalog
