#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/domain/program.hpp"
#include "assay/domain/run.hpp"

namespace assay::domain {

/// Whether exact polyhedra can judge this domain: its elements equal their exported constraints over the rationals.
[[nodiscard]] bool has_exact_reference(const Contract& contract);

/// Compares the result of an instruction with exact polyhedra. Returns a violation if it lost a point (unsound), or is
/// not the best or exact result that the contract promises or the library claims (imprecise). `arguments` and `result`:
/// exported constraints.
[[nodiscard]] std::optional<Violation> judge_exactly(const Instruction& instruction,
                                                     const std::vector<const std::vector<Constraint>*>& arguments,
                                                     const std::vector<Constraint>& result, const Contract& contract,
                                                     const Claim& claim, unsigned dimensions);

/// Whether every point of `left` satisfies all constraints of `right`.
[[nodiscard]] bool included_exactly(const std::vector<Constraint>& left, const std::vector<Constraint>& right,
                                    unsigned dimensions);
/// A point of `left` that violates a constraint of `right`; empty if there is none.
[[nodiscard]] Point point_of_difference(const std::vector<Constraint>& left, const std::vector<Constraint>& right,
                                        unsigned dimensions);

/// The range of the expression over all points.
[[nodiscard]] Bounds exact_bounds(const std::vector<Constraint>& constraints, const LinearExpression& expression,
                                  unsigned dimensions);
/// A point whose value of the expression is outside the bounds `said`; empty if there is none.
[[nodiscard]] Point point_beyond_bounds(const std::vector<Constraint>& constraints, const LinearExpression& expression,
                                        const Bounds& said, unsigned dimensions);

}  // namespace assay::domain
