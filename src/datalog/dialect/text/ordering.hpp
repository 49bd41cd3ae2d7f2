#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// A literal of a printed body.
struct PlacedLiteral {
  const Literal* literal = nullptr;
  /// The variable that the literal (an equality, a computation, a call or an aggregate) binds; nullopt if it binds
  /// none.
  std::optional<std::uint32_t> binds;
};

enum class AtomsFirst : bool { No, Yes };

/// Orders the body's literals for a language that evaluates from left to right, so that variables are bound before
/// their use outside of positive atoms. Always takes the first ready literal, to stay close to the rule's own order.
/// `AtomsFirst::Yes` puts all positive atoms in front.
[[nodiscard]] std::vector<PlacedLiteral> left_to_right(const Rule& rule, AtomsFirst atoms_first = AtomsFirst::No);

/// By variable: whether it occurs outside of the rule's aggregates. All other variables are local to an aggregate.
[[nodiscard]] std::vector<bool> outer_variables(const Rule& rule);
/// The local variables of an aggregate: the target, then the others in the order of their first occurrence.
[[nodiscard]] std::vector<std::uint32_t> local_variables(const Aggregate& aggregate, const std::vector<bool>& outer);

}  // namespace assay::datalog
