#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Smaller programs, one way to make them each. An edit need not leave the program valid: whoever asks about it checks.

/// The program without the rules (facts of a relation, ...) whose flag is false.
[[nodiscard]] Program with_rules(const Program& program, const std::vector<bool>& kept);
[[nodiscard]] Program with_facts(const Program& program, RelationId relation, const std::vector<bool>& kept);
/// Without a relation: its facts, and every rule that names it. The others get new numbers.
[[nodiscard]] Program without_relation(const Program& program, RelationId relation);
/// Without an attribute, in facts, heads and atoms.
[[nodiscard]] Program without_column(const Program& program, RelationId relation, std::size_t column);
/// With another text of its seed, and without the seed's relations that this text does not declare. Nothing: the text
/// is none of the seed's dialect.
[[nodiscard]] std::optional<Program> with_seed_text(const Program& program, std::string text);
/// Without the variables that no term of a rule names.
void renumber_variables(Rule& rule);

/// All programs that differ from this one by one small change inside of the rule: a literal or a head less, two
/// variables merged, a constant instead of a variable, a variable instead of a constant or a wildcard's place, a
/// simpler constant. `visit` is called with each, and ends the enumeration with true.
bool for_each_smaller_rule(const Rule& rule, const std::function<bool(const Rule&)>& visit);

}  // namespace assay::datalog
