#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// A literal of a body at its place in the text.
struct Placed {
  const Literal* literal = nullptr;
  /// The variable that an equality, a computation or an aggregate gives its value to, here, for the first time.
  std::optional<std::uint32_t> binds;
};

enum class AtomsFirst : bool { No, Yes };

/// The body's literals for a language that reads them from left to right and wants variables bound before they are
/// used (but in positive atoms): always the first one that is ready, so that the rule's own order shows as far as that
/// goes. `AtomsFirst::Yes`: all positive atoms in front.
[[nodiscard]] std::vector<Placed> left_to_right(const Rule& rule, AtomsFirst atoms_first = AtomsFirst::No);

/// Which variables occur outside of the rule's aggregates; those of an aggregate that do not are local to it.
[[nodiscard]] std::vector<bool> outer_variables(const Rule& rule);
/// The local variables of an aggregate, its target first, the others in the order in which they occur.
[[nodiscard]] std::vector<std::uint32_t> local_variables(const Aggregate& aggregate, const std::vector<bool>& outer);

}  // namespace assay::datalog
