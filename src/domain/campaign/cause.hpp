#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/program.hpp"
#include "assay/domain/violation.hpp"

namespace assay::domain {

/// A verdict's reason: the oracle and the operation ("law 18 leq", "points join"), or "wrong leq" where the operation
/// was found wrong by itself, whatever brought it to light.
[[nodiscard]] std::string reason_of(const Violation& violation);

/// Whether two reasons may speak of one cause: they are the same, or both say that one operation is wrong by itself.
[[nodiscard]] bool same_cause(std::string_view left, std::string_view right);

/// A reason without the oracle where that does not tell causes apart.
[[nodiscard]] std::string_view cause_of(std::string_view reason);

/// Of a failing program's shape (shape_of), what tells causes apart: not how elements that others are made from are
/// bounded, and not which law shows that an operation is wrong.
[[nodiscard]] std::set<std::string> shape_of_cause(const std::vector<std::string>& shape, std::string_view reason);

/// Programs with which a reduction may begin, best first: the one that asks the wrong operation alone; the program with
/// the violation's point as one of its own, since what is drawn for an instruction depends on its number; and itself.
[[nodiscard]] std::vector<Program> beginnings(const Program& program, const Violation& violation,
                                              const std::vector<ValueTransformer>& transformers);

}  // namespace assay::domain
