#pragma once

#include <optional>
#include <variant>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"
#include "core/case/case.hpp"

namespace assay::datalog {

/// Replaces an engine's choices by facts, so that the reference can evaluate the program. Each relation with a choice
/// domain gets the tuples in `chosen` as facts and loses its rules. They fill a new relation without a choice domain;
/// the new relations stand at the end, in the order of their originals.
[[nodiscard]] std::variant<Program, core::Skip> with_choices(const Program& program, const Output& chosen);

/// Whether two tuples agree in a choice domain of the relation.
[[nodiscard]] bool clashes(const Relation& relation, const Tuples& tuples);

/// The first error: two tuples that agree in a choice domain, a chosen tuple that no rule derives, a derived tuple that
/// was left out although it clashes with no chosen tuple, or a wrong relation without choices. `evaluation` is the
/// evaluation of with_choices().
[[nodiscard]] std::optional<core::Verdict> compare_with_choices(const Program& program, const Output& chosen,
                                                                const Evaluation& evaluation);

}  // namespace assay::datalog
