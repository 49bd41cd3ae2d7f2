#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "assay/domain/program.hpp"

namespace assay::domain {

/// What a program does, without its numbers and names: a line for each kind of step, sorted, each once. Constants and
/// coefficients go, relations stay; dimensions are called x, y, z, w in each step by themselves (x is the one that is
/// assigned). "assume x - y >= 0", "assign x := x", "join", "law 17". Stable across machines and versions.
/// `roots`: only these steps (instructions, and checks numbered after them) and what they are made from; empty: all.
[[nodiscard]] std::vector<std::string> shape_of(const Program& program,
                                                const std::vector<ValueTransformer>& transformers,
                                                const std::vector<std::size_t>& roots);

}  // namespace assay::domain
