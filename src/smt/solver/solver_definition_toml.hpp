#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {

/// Returns the definition of this name for `inherits`, or nullopt.
using FindDefinition = std::function<std::optional<SolverDefinition>(std::string_view name)>;

/// Reads one definition (docs/user/targets.md). Every key is checked: unknown keys, wrong types, invalid regular
/// expressions and unknown names of theories or features are an Error with file and line.
[[nodiscard]] Result<SolverDefinition> read_definition(std::string_view toml, const std::string& path,
                                                       const FindDefinition& find);

}  // namespace assay::smt
