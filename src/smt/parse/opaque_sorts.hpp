#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// The result sort of a solver's operator that is not in the registry (separation logic, transcendental functions, some
/// operators of collections and finite fields). Nullopt if it is not known.
[[nodiscard]] std::optional<SortId> opaque_sort(TermStore& store, std::string_view name,
                                                std::span<const TermId> arguments);
/// Whether the name is a constant that is predefined in some solver.
[[nodiscard]] bool is_solver_constant(std::string_view name);

}  // namespace assay::smt
