#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "assay/analyzer/program.hpp"

namespace assay::analyzer {

/// A Prolog module with entry assertions: a few predicates, of which each calls only those after it or, on a smaller
/// first argument, itself. Goals are the builtins whose abstract meaning each domain has to know, unifications that
/// make terms share, cuts, conditions, negations.
[[nodiscard]] Program make_prolog_random(core::Rng& rng, const ProgramSize& size);

/// The number that a program of make_prolog_random has in its first line, which stays when it is reduced.
[[nodiscard]] std::optional<std::uint64_t> prolog_draw(std::string_view text);

}  // namespace assay::analyzer
