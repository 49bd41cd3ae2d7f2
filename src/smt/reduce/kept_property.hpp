#pragma once

#include <string>

#include "core/case/case.hpp"
#include "core/reduce/kept_property.hpp"
#include "core/reduce/text_reduction.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// A case of open truth, which no query follows.
[[nodiscard]] core::Case case_of_open_truth(std::string text, std::string logic);

/// The parts of a solver's run that `--keep` can preserve. The word of an answered run is the reply to the last check.
[[nodiscard]] core::KeptRun kept_run(const SolverAnswer& answer);

/// Reduces a script of any truth while `keeps` is true of its text. `subject`: the script as Assay prints it, or the
/// original text. A script that Assay cannot read is reduced as plain text. The result is not larger than `original`
/// if `original_is_kept`: if `keeps` is true of `original`.
[[nodiscard]] core::Case reduce_unjudged(const core::Case& subject, const std::string& original, bool original_is_kept,
                                         const core::KeepsText& keeps, const core::ReduceBudget& budget,
                                         Steps steps = Steps::All, const References& references = {});

}  // namespace assay::smt
