#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// The sort of an operator that the registry does not have but solvers do (sets, bags, tuples, finite fields,
/// separation logic, transcendental functions), or std::nullopt.
[[nodiscard]] std::optional<SortId> opaque_sort(TermStore& store, std::string_view name,
                                                std::span<const TermId> arguments);
/// Whether the name is a constant that some solver knows without a declaration.
[[nodiscard]] bool is_solver_constant(std::string_view name);

}  // namespace assay::smt
