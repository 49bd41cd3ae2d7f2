#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

// Each function makes programs smaller in one way. The result need not be a valid program: the caller checks.

/// The program without the rules whose flag is false.
[[nodiscard]] Program with_rules(const Program& program, const std::vector<bool>& kept);
/// The program without the relation's facts whose flag is false.
[[nodiscard]] Program with_facts(const Program& program, RelationId relation, const std::vector<bool>& kept);
/// The program without the relation, its facts, and every rule that uses it. Later relations are renumbered.
[[nodiscard]] Program without_relation(const Program& program, RelationId relation);
/// The program without an attribute of the relation, in facts, heads and atoms.
[[nodiscard]] Program without_column(const Program& program, RelationId relation, std::size_t column);
/// The program with another seed text, and without the seed's relations that this text does not declare. Nullopt if the
/// text cannot be read in the seed's dialect.
[[nodiscard]] std::optional<Program> with_seed_text(const Program& program, std::string text);
/// Removes variables that no term of the rule uses, and renumbers the others.
void renumber_variables(Rule& rule);

/// Calls `visit` with each rule that differs from this one by one small change: a removed literal or head, two merged
/// variables, or a simpler constant. Stops and returns true when `visit` returns true.
bool for_each_smaller_rule(const Rule& rule, const std::function<bool(const Rule&)>& visit);

}  // namespace assay::datalog
