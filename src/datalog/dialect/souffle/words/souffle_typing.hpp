#pragma once

#include <optional>
#include <string>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Sets the types of all terms of a rule or fact after reading. Terms get the types of their attributes, both sides of
/// a comparison or computation have the same type, and all other terms are numbers. A constant's type before the call
/// is that of its text; a plain integer may become unsigned or a float. Arithmetic on floats and order comparisons of
/// symbols become calls. Returns an error text: contradicting types, records with an unknown type, or an unsupported
/// use of types.
[[nodiscard]] std::optional<std::string> infer_types(Rule& rule, const Program& program);

}  // namespace assay::datalog
