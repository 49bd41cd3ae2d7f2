#pragma once

#include <optional>
#include <variant>

#include "assay/core/case.hpp"
#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"

namespace assay::datalog {

/// The program after an engine's choices: each relation with a choice domain is given by what the engine printed, and a
/// relation more, at the end, gets all that its rules would give without the choice. The reference can value it.
[[nodiscard]] std::variant<Program, core::Skip> with_choices(const Program& program, const Output& chosen);

/// Whether two tuples agree in one of the relation's choice domains.
[[nodiscard]] bool clashes(const Relation& relation, const Tuples& tuples);

/// The first thing that is wrong: two tuples that agree in a choice domain, a chosen tuple that no rule gives, one that
/// was left out and clashes with none, or another relation's content. `evaluation` is that of with_choices().
[[nodiscard]] std::optional<core::Verdict> compare_with_choices(const Program& program, const Output& chosen,
                                                                const Evaluation& evaluation);

}  // namespace assay::datalog
