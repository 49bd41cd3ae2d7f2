#pragma once

#include <optional>
#include <string>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Gives every term of a rule, or fact, that was just read its type: attributes of relations give theirs, both sides of
/// a comparison or computation have one, and what nothing says is a number. Until then Term::type is what a constant's
/// text says, where a plain integer may still become unsigned or a float. The answer is what is wrong, or does not lie
/// in our tree: types that contradict each other, records whose type nothing tells. Arithmetic on floats and
/// orders on symbols become calls.
[[nodiscard]] std::optional<std::string> infer_types(Rule& rule, const Program& program);

}  // namespace assay::datalog
