#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/domain/program.hpp"
#include "assay/domain/run.hpp"

namespace assay::domain {

/// Whether the exact reference can judge elements of this domain: they are their constraints, over the rationals.
[[nodiscard]] bool has_exact_reference(const Contract& contract);

/// What is wrong with the result of an instruction, as exact polyhedra say: it lost something (unsound), or it is not
/// the best or the exact result though the contract promises that or the library claims it. `arguments` and `result`
/// are exported constraints.
[[nodiscard]] std::optional<Violation> judge_exactly(const Instruction& instruction,
                                                     const std::vector<const std::vector<Constraint>*>& arguments,
                                                     const std::vector<Constraint>& result, const Contract& contract,
                                                     const Claim& claim, unsigned dimensions);

/// Whether every point of the first is one of the second.
[[nodiscard]] bool included_exactly(const std::vector<Constraint>& left, const std::vector<Constraint>& right,
                                    unsigned dimensions);
/// A point of the first that is none of the second; empty where it is included.
[[nodiscard]] Point point_of_difference(const std::vector<Constraint>& left, const std::vector<Constraint>& right,
                                        unsigned dimensions);

/// The range of the expression over all points.
[[nodiscard]] Bounds exact_bounds(const std::vector<Constraint>& constraints, const LinearExpression& expression,
                                  unsigned dimensions);
/// A point that is there, and whose value is not within the bounds; empty where there is none.
[[nodiscard]] Point point_beyond_bounds(const std::vector<Constraint>& constraints, const LinearExpression& expression,
                                        const Bounds& said, unsigned dimensions);

}  // namespace assay::domain
