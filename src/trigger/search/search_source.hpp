#pragma once

#include <memory>

#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// The source of terms that searches by clusters, unification and models.
[[nodiscard]] std::unique_ptr<TermSource> make_search_source(const Workplace& work);
/// The source of the axioms' patterns over small ground terms: many at once, because E-matching finds the needed ones.
[[nodiscard]] std::unique_ptr<TermSource> make_enumeration_source(const Workplace& work);
/// The source of the patterns of axioms in solutions of goals: what would make all disjuncts of an axiom false but one.
[[nodiscard]] std::unique_ptr<TermSource> make_goal_source(const Workplace& work);

}  // namespace assay::trigger
