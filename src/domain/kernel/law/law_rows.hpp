#pragma once

#include <vector>

#include "assay/domain/law.hpp"

namespace assay::domain {

/// A law with default values of the other fields.
[[nodiscard]] inline Law row(unsigned number, std::string_view name, std::string_view statement, LawClass kind,
                             Operations needs, unsigned elements, LawOutcome (*check)(LawArguments&)) {
  Law law;
  law.number = number;
  law.name = name;
  law.statement = statement;
  law.kind = kind;
  law.needs = needs;
  law.elements = elements;
  law.check = check;
  return law;
}
[[nodiscard]] inline Law made(Arrangement arrangement, Law law) {
  law.arrangement = arrangement;
  return law;
}
[[nodiscard]] inline Law in_lattices(Law law) {
  law.needs_lattice = true;
  return law;
}

[[nodiscard]] inline Law about(Operation operation, Law law) {
  law.about = operation;
  return law;
}
[[nodiscard]] inline Law where_claimed(Law law) {
  law.claimed = true;
  return law;
}

/// Laws 1-28 of Figure 2.3: order, join, meet.
void add_lattice_laws(std::vector<Law>& rows);
/// Laws 29-46 of Figure 2.3 (widening, assignment, projection, conditional, narrowing) and Assay's own laws from 47.
void add_transformer_laws(std::vector<Law>& rows);

}  // namespace assay::domain
