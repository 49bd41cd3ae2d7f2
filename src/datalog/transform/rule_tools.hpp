#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// How often each variable of a rule occurs.
struct Occurrences {
  using Counts = SmallVector<std::uint32_t, 12>;
  Counts outside;  ///< of aggregates; their results are outside
  Counts inside;

  [[nodiscard]] bool once(const Term& variable) const { return total(variable) == 1; }
  [[nodiscard]] bool is_outside(const Term& variable) const { return outside[index(variable)] > 0; }
  [[nodiscard]] std::uint32_t total(const Term& variable) const {
    return outside[index(variable)] + inside[index(variable)];
  }
  static std::size_t index(const Term& variable) { return static_cast<std::size_t>(variable.value); }
};
[[nodiscard]] Occurrences occurrences(const Rule& rule);

/// The literal as a positive atom; null when it is something else.
[[nodiscard]] const Atom* positive_atom(const Literal& literal);
/// Positions of the positive atoms in the body.
[[nodiscard]] std::vector<std::uint32_t> positive_atoms(const Rule& rule);

[[nodiscard]] bool has_computation(const Rule& rule);
[[nodiscard]] bool has_aggregate(const Rule& rule);
/// With a division the order of literals matters: another one may guard it against zero.
[[nodiscard]] bool has_division(const Rule& rule);

/// Whether variables of the type may be joined, compared and replaced by constants: floats and opaque values may not.
[[nodiscard]] bool is_joinable(Type type);
/// The same of a column, whose values must also be all of the type: a declared subtype has fewer.
[[nodiscard]] bool is_joinable(const Attribute& attribute);
/// No relation of the rule has attributes of declared types, so that variables may meet as their base types allow.
[[nodiscard]] bool is_plain(const Program& program, const Rule& rule);

/// A new variable of the rule.
Term fresh_variable(Rule& rule, Type type);
/// Everywhere, in aggregates too.
void replace_variable(Rule& rule, const Term& variable, const Term& by);
void insert_literal(Rule& rule, std::size_t at, Literal literal);
void erase_literal(Rule& rule, std::size_t at);

/// Whether `after` is safe, and its aggregates group by the same variables as in `before`. Both number alike.
[[nodiscard]] bool stays_sound(const Rule& before, const Rule& after);

/// Whether the positive atom at `removed` may be mapped to another one of the body while the rest of the rule stays as
/// it is: then the rule without it is equivalent (queryFuzz, Alg. 5, ExistsContainment).
[[nodiscard]] bool is_contained(const Rule& rule, std::size_t removed);
/// The same, with the rule's occurrences, for who asks more than once.
[[nodiscard]] bool is_contained(const Rule& rule, std::size_t removed, const Occurrences& counts);

/// The rule with its variables numbered by first occurrence, the body's first; gaps are gone.
[[nodiscard]] Rule canonical(const Rule& rule);

}  // namespace assay::datalog
