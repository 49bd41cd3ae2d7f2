#pragma once

#include <optional>
#include <string>

#include "datalog/dialect/lexer.hpp"

namespace assay::datalog {

/// The text with every component instance written out, its relations and types named `instance_name`, and without the
/// definitions. A clause of a base whose relation an heir overrides is left out (ComponentInstantiation in Soufflé's
/// sources). Nothing where there is no component, or one does what is not written out: two definitions of one name,
/// instances of what is not defined, overriding what is not overridable, and more text than anybody writes.
[[nodiscard]] std::optional<std::string> without_components(const Tokens& tokens);

}  // namespace assay::datalog
