#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "assay/domain/run.hpp"

namespace assay::domain {

/// Elements as their constraints, by instruction.
using Exported = std::vector<std::vector<Constraint>>;

/// What the exact one of two variants of a domain is asked, once the other one, which rounds, has run a program: each
/// operation alone, on arguments that are built from what the other one exported. So roundings do not add up, and the
/// operation that differs is the guilty one.
struct Counterpart {
  Program program;
  /// Instructions of the original, and those of `program` whose results must be included in theirs.
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
};
/// Without widening and narrowing: theirs may differ either way.
[[nodiscard]] Counterpart counterpart(const Program& program, const Exported& rounded);

/// Results of the exact variant that are not included in those of the one that rounds. `name` is the exact one's.
[[nodiscard]] std::vector<Violation> judge_variants(const Program& program, const Exported& rounded,
                                                    const Counterpart& other, const Exported& exact,
                                                    const std::string& name);

/// Both at once, in this process. Elements of both domains are their constraints, and of the same shape.
[[nodiscard]] std::vector<Violation> compare_variants(const Program& program, Domain& rounded, Domain& exact);
/// Why the one cannot be compared with the other; empty where it can.
[[nodiscard]] std::string not_variants(const Contract& rounded, const Contract& exact);

/// How a program is run to know its elements, and nothing else.
[[nodiscard]] RunOptions only_exports();

}  // namespace assay::domain
