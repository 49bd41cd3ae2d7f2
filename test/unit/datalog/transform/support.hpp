#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "datalog/transform/transform.hpp"

namespace assay::datalog {

/// All capabilities that a transformation may need.
[[nodiscard]] Capabilities every_capability();
[[nodiscard]] EvaluationLimits small_limits();

/// Variables, constants and a wildcard of type number, to write rules down.
[[nodiscard]] inline Term x(std::uint32_t number) { return Term::variable(number, Type::Number); }
[[nodiscard]] inline Term n(Value value) { return Term::constant(value, Type::Number); }
[[nodiscard]] inline Term any() { return Term::wildcard(Type::Number); }

[[nodiscard]] inline Atom atom(RelationId relation, const Terms& arguments) { return {relation, false, arguments}; }
[[nodiscard]] inline Atom no(RelationId relation, const Terms& arguments) { return {relation, true, arguments}; }
[[nodiscard]] inline Comparison compare(Term left, Comparator comparator, Term right) {
  return {comparator, left, right};
}

/// Adds a relation; one letter a column: n(umber), u(nsigned), s(ymbol), f(loat), b(ool), o(paque).
RelationId add_relation(Program& program, std::string_view name, std::string_view columns,
                        std::initializer_list<std::vector<Value>> facts = {});
/// Adds a rule. The terms give the types of its variables.
void add_rule(Program& program, std::vector<Atom> heads, std::vector<Literal> body);

/// For messages and comparisons: `p(X0) :- e(X0, _), !f(X0), X0 < 3.`
[[nodiscard]] std::string text(const Program& program, const Rule& rule);
[[nodiscard]] std::string text(const Program& program);
[[nodiscard]] bool same(const Program& left, const Program& right);

/// Applies the row `times` times, each time to a fresh workspace. Returns the resulting programs without duplicates, in
/// ascending order of their text. At most 50 times as many tries.
[[nodiscard]] std::vector<std::string> outcomes(const Program& program, RelationId output, std::string_view row,
                                                int times = 60, const Capabilities& can = every_capability());
/// The rules of the outcomes, one a line.
[[nodiscard]] std::vector<std::string> rule_outcomes(const Program& program, RelationId output, std::string_view row,
                                                     const Capabilities& can = every_capability());
/// True if none of many draws applies.
[[nodiscard]] bool never_applies(const Program& program, RelationId output, std::string_view row,
                                 const Capabilities& can = every_capability());

/// The error in the transformed program: from check(), a missing capability, or a relation with unexpected tuples.
/// Empty: none. Relations of a seed and relations with choice domains count as ordinary. `evaluated` says whether the
/// reference had values for both.
[[nodiscard]] std::string violation(const Program& before, Workspace& after, bool* evaluated = nullptr);

}  // namespace assay::datalog
