#pragma once

#include "assay/datalog/qualifiers.hpp"
#include "core/rng/rng.hpp"

namespace assay::datalog {

/// Draws representation, inlining, magic sets and subsumption of the relations from `first` on, independently of each
/// other. A drawn value is used if the engine accepts it and QualifierCheck does not refuse it. Some relations are no
/// longer printed, because engines hardly ever inline, drop or restrict a printed relation. Only equivalence relations
/// and subsumption change the program's meaning.
void draw_qualifiers(Program& program, RelationId first, const QualifierSet& accepted, core::Rng& rng);

/// In a few programs, gives one relation from `first` on a choice domain. The reference cannot evaluate such a program.
void draw_choice(Program& program, RelationId first, const QualifierSet& accepted, core::Rng& rng);

/// Draws how languages with several ways write the relations from `first` on (Relation::wordings).
void draw_wordings(Program& program, RelationId first, core::Rng& rng);

}  // namespace assay::datalog
