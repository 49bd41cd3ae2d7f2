#pragma once

#include <string>

#include "core/case/case.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/synth/formula.hpp"

namespace assay::smt {

/// The content of kInstancesFile for a formula with instances: an unsatisfiable script without quantifiers. Its first
/// lines, comments, list the formula's missing terms.
[[nodiscard]] std::string print_instances(TermStore& store, const Formula& formula);

/// The case without axioms that its kInstancesFile does not use. Each step keeps the ground assertions and the other
/// axioms, so that the instances still refute the script.
[[nodiscard]] core::Case reduce_to_instances(const core::Case& refuted, const StillFails& still_fails,
                                             const core::ReduceBudget& budget);

}  // namespace assay::smt
