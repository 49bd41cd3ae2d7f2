#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// The number of occurrences of each variable of a rule.
struct Occurrences {
  using Counts = SmallVector<std::uint32_t, 12>;
  Counts outside;  ///< outside of aggregates; results of aggregates count here
  Counts inside;   ///< inside of aggregates

  [[nodiscard]] bool once(const Term& variable) const { return total(variable) == 1; }
  [[nodiscard]] bool is_outside(const Term& variable) const { return outside[index(variable)] > 0; }
  [[nodiscard]] std::uint32_t total(const Term& variable) const {
    return outside[index(variable)] + inside[index(variable)];
  }
  static std::size_t index(const Term& variable) { return static_cast<std::size_t>(variable.value); }
};
[[nodiscard]] Occurrences occurrences(const Rule& rule);

/// The literal as a positive atom; null for all other literals.
[[nodiscard]] const Atom* positive_atom(const Literal& literal);
/// Positions of the positive atoms in the body.
[[nodiscard]] std::vector<std::uint32_t> positive_atoms(const Rule& rule);

[[nodiscard]] bool has_computation(const Rule& rule);
[[nodiscard]] bool has_aggregate(const Rule& rule);
/// Whether the rule has a division or a call that is_partial(). Then the order of literals matters, because a literal
/// may guard the division against zero.
[[nodiscard]] bool has_division(const Rule& rule);

/// Whether variables of the type may be joined, compared and replaced by constants. False for floats and opaque values.
[[nodiscard]] bool is_joinable(Type type);
/// Whether values of the column may be joined freely: a joinable base type, no declared subtype.
[[nodiscard]] bool is_joinable(const Attribute& attribute);
/// Whether no relation of the rule has attributes of declared types, so that variables of equal base types may be
/// joined.
[[nodiscard]] bool is_plain(const Program& program, const Rule& rule);

/// Adds a variable to the rule.
Term fresh_variable(Rule& rule, Type type);
/// Replaces all occurrences, also in aggregates.
void replace_variable(Rule& rule, const Term& variable, const Term& by);
void insert_literal(Rule& rule, std::size_t at, Literal literal);
void erase_literal(Rule& rule, std::size_t at);

/// Whether `after` is safe, and its aggregates group by the same variables as in `before`. The variables of `before`
/// have the same numbers in `after`.
[[nodiscard]] bool stays_sound(const Rule& before, const Rule& after);

/// Whether the positive atom at `removed` can be mapped to another positive atom of the body by replacing variables
/// that occur nowhere else. Then the rule without the atom is equivalent (queryFuzz, Alg. 5, ExistsContainment).
[[nodiscard]] bool is_contained(const Rule& rule, std::size_t removed);
/// `counts`: occurrences(rule), for repeated calls.
[[nodiscard]] bool is_contained(const Rule& rule, std::size_t removed, const Occurrences& counts);

/// The rule with its variables numbered by first occurrence, in the body and then in the heads. Unused variables
/// vanish.
[[nodiscard]] Rule canonical(const Rule& rule);

}  // namespace assay::datalog
