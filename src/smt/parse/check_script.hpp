#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/smt/script.hpp"

namespace assay::smt {

/// A command with these terms. `number`: the levels of a push or pop.
[[nodiscard]] Command make_command(CommandKind kind, std::vector<TermId> terms = {}, std::uint64_t number = 0);
/// The declarations that the formulas need, and the formulas as assertions.
[[nodiscard]] Script asserting_script(const TermStore& store, std::span<const TermId> formulas);
/// The same between set-logic (empty: none) and a check.
[[nodiscard]] Script check_script(const TermStore& store, const std::string& logic, std::span<const TermId> formulas);
/// The formula without its names and other attributes.
[[nodiscard]] TermId without_names(const TermStore& store, TermId term);

}  // namespace assay::smt
