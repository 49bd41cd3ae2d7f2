#pragma once

#include <optional>
#include <string>

#include "datalog/dialect/lexer.hpp"

namespace assay::datalog {

/// The text with every component instance written out, its relations and types named `instance_name`, and without the
/// definitions. Nothing where there is no component, or one does what is not written out: overriding, definitions
/// within definitions, instances of what is not defined, and more text than anybody writes.
[[nodiscard]] std::optional<std::string> without_components(const Tokens& tokens);

}  // namespace assay::datalog
