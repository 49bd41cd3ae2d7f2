#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "assay/domain/program.hpp"

namespace assay::domain {

/// The different kinds of steps of a program, sorted: "assume x - y >= 0", "assign x := x", "join", "law 17". Lines
/// have relations, but no constants or coefficients. Each step names its dimensions x, y, z, w; x is the assigned
/// dimension. The lines are stable across machines and versions. `roots`: include only these steps (instructions, and
/// checks numbered after them) and the steps that made their arguments. Empty: all steps.
[[nodiscard]] std::vector<std::string> shape_of(const Program& program,
                                                const std::vector<ValueTransformer>& transformers,
                                                const std::vector<std::size_t>& roots);

}  // namespace assay::domain
