#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "analyzer/program/program.hpp"

namespace assay::analyzer {

/// A Prolog module with entry assertions and a few predicates. Each calls only later ones or, on a smaller first
/// argument, itself. Goals are builtins that every domain has to support, unifications that make terms share, cuts,
/// conditions, negations.
[[nodiscard]] Program make_prolog_random(core::Rng& rng, const ProgramSize& size);

/// The number in the first line of a program of make_prolog_random, which a reduction keeps.
[[nodiscard]] std::optional<std::uint64_t> prolog_draw(std::string_view text);

}  // namespace assay::analyzer
