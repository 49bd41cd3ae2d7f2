#pragma once

#include "assay/analyzer/program.hpp"

namespace assay::analyzer {

/// A Prolog module with entry assertions: a few predicates, of which each calls only those after it or, on a smaller
/// first argument, itself. Goals are the builtins whose abstract meaning each domain has to know, unifications that
/// make terms share, cuts, conditions, negations.
[[nodiscard]] Program make_prolog_random(core::Rng& rng, const ProgramSize& size);

}  // namespace assay::analyzer
