#pragma once

#include <optional>

#include "assay/smt/script.hpp"
#include "core/case/case.hpp"
#include "smt/solver/solver.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// Compares the get-objectives answer and the values under the model with the optimum of the case (thesis, section
/// 3.5.3). Nullopt if both are right, or if no optimum is known or the answer is not `sat`.
[[nodiscard]] std::optional<core::Verdict> judge_objectives(TermStore& store, const Script& script,
                                                            const SmtFacts& facts, const SolverAnswer& answer);

}  // namespace assay::smt
