#pragma once

#include "assay/core/rng.hpp"
#include "assay/datalog/qualifiers.hpp"

namespace assay::datalog {

/// Draws how the relations from `first` on are held, evaluated and kept, each choice independently of the others, as
/// far as the engine accepts it and QualifierCheck does not refuse it. Some relations are not printed then: what is
/// printed is hardly ever inlined, dropped or restricted by magic sets. The program means the same afterwards but for
/// equivalences and what is subsumed.
void draw_qualifiers(Program& program, RelationId first, const QualifierSet& accepted, core::Rng& rng);

/// Now and then gives one of the relations from `first` on a choice domain: the reference has no values then.
void draw_choice(Program& program, RelationId first, const QualifierSet& accepted, core::Rng& rng);

}  // namespace assay::datalog
