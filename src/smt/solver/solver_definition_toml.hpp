#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {

/// The definition that `inherits` names, or nothing.
using FindDefinition = std::function<std::optional<SolverDefinition>(std::string_view name)>;

/// Reads one definition (docs/user/targets.md). Every key is checked: an unknown one, a wrong type, a pattern that is
/// no regular expression, or a name of a theory or feature that does not exist is an Error with file and line.
[[nodiscard]] Result<SolverDefinition> read_definition(std::string_view toml, const std::string& path,
                                                       const FindDefinition& find);

}  // namespace assay::smt
