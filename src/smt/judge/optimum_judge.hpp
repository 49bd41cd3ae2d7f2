#pragma once

#include <optional>

#include "assay/core/case.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/solver.hpp"
#include "assay/smt/truth.hpp"

namespace assay::smt {

/// Judges what get-objectives said against the optimum, and the model's cost against both (thesis, section 3.5.3).
[[nodiscard]] std::optional<core::Verdict> judge_objectives(TermStore& store, const Script& script,
                                                            const SmtFacts& facts, const SolverAnswer& answer);

}  // namespace assay::smt
