#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "assay/domain/run.hpp"

namespace assay::domain {

/// The exported constraints of elements, by instruction.
using Exported = std::vector<std::vector<Constraint>>;

/// The program for the exact variant of a domain after the rounding variant has run the original program. It applies
/// each operation to arguments built from what the rounding variant exported. Rounding errors thereby do not add up,
/// and a difference is due to one operation.
struct Counterpart {
  Program program;
  /// Pairs of an instruction of the original program and an instruction of `program`. The result of the first must
  /// include the result of the second.
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
};
/// Omits widening and narrowing, whose results are not comparable.
[[nodiscard]] Counterpart counterpart(const Program& program, const Exported& rounded);

/// The pairs whose rounded result does not include the exact result. `name`: of the exact variant.
[[nodiscard]] std::vector<Violation> judge_variants(const Program& program, const Exported& rounded,
                                                    const Counterpart& other, const Exported& exact,
                                                    const std::string& name);

/// Runs both variants in this process and compares them. Requires not_variants to be empty.
[[nodiscard]] std::vector<Violation> compare_variants(const Program& program, Domain& rounded, Domain& exact);
/// Why the contracts do not belong to a rounding and an exact variant; empty if they do.
[[nodiscard]] std::string not_variants(const Contract& rounded, const Contract& exact);

/// Options of a run that only exports elements.
[[nodiscard]] RunOptions only_exports();

}  // namespace assay::domain
