#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/program.hpp"
#include "assay/domain/violation.hpp"

namespace assay::domain {

/// The reason of a verdict: oracle and operation ("law 18 leq", "points join"), or "wrong leq" if Violation::blamed.
[[nodiscard]] std::string reason_of(const Violation& violation);

/// Whether two reasons may have the same cause: they are equal, or the same operation is proved wrong in both.
[[nodiscard]] bool same_cause(std::string_view left, std::string_view right);

/// The part of a reason that distinguishes causes: only the operation if it is proved wrong, else the whole reason.
[[nodiscard]] std::string_view cause_of(std::string_view reason);

/// The lines of a failing program's shape (shape_of) that distinguish causes. Omits the relations of assumed
/// constraints, unless Assume is wrong, and the laws if an operation is proved wrong.
[[nodiscard]] std::set<std::string> shape_of_cause(const std::vector<std::string>& shape, std::string_view reason);

/// Programs with which a reduction may begin, best first: Violation::isolated; the program with the violation's point
/// added to Program::points, as random points depend on instruction numbers; the program itself.
[[nodiscard]] std::vector<Program> beginnings(const Program& program, const Violation& violation,
                                              const std::vector<ValueTransformer>& transformers);

}  // namespace assay::domain
