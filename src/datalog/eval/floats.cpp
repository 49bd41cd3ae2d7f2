#include "floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <variant>

namespace assay::datalog {
namespace {

bool is_float(const Attribute& attribute) { return attribute.type == Type::Float; }

bool has_floats(const Relation& relation) {
  return std::any_of(relation.attributes.begin(), relation.attributes.end(), is_float);
}

bool compares_floats(const Comparison& comparison) {
  return comparison.left.type == Type::Float &&
         (comparison.comparator == Comparator::Equal || comparison.comparator == Comparator::NotEqual);
}

bool rule_matches_floats(const Rule& rule) {
  bool found = false;
  std::vector<bool> seen(rule.variables.size(), false);
  for_each_body_atom(rule, [&](const Atom& atom) {
    for (const Term& term : atom.arguments) {
      if (term.type != Type::Float || term.is_wildcard()) continue;
      const bool again = term.is_constant() || atom.negated || seen[static_cast<std::size_t>(term.value)];
      found = found || again;
      if (!again) seen[static_cast<std::size_t>(term.value)] = true;
    }
  });
  for (const Literal& literal : rule.body) {
    if (const auto* comparison = std::get_if<Comparison>(&literal)) found = found || compares_floats(*comparison);
    if (const auto* aggregate = std::get_if<Aggregate>(&literal)) {
      const auto& inner = aggregate->comparisons;
      found = found || std::any_of(inner.begin(), inner.end(), compares_floats);
    }
  }
  return found;
}

/// The double nearest to the value that a 32-bit float can hold; zeros become the positive one.
Value rounded(Value bits) {
  const double value = static_cast<double>(static_cast<float>(std::bit_cast<double>(bits)));
  return std::bit_cast<Value>(value == 0.0 ? 0.0 : value);
}

bool merges(const Relation& relation, const Tuples& tuples) {
  Tuples merged = tuples;
  for (std::size_t i = 0; i < merged.values.size(); ++i) {
    if (!is_float(relation.attributes[i % merged.arity])) continue;
    if (std::isnan(std::bit_cast<double>(merged.values[i]))) return true;
    merged.values[i] = rounded(merged.values[i]);
  }
  merged.sort();
  return merged.count != tuples.count;
}

}  // namespace

bool matches_floats(const Program& program) {
  if (std::none_of(program.relations.begin(), program.relations.end(), has_floats)) return false;
  for (const Relation& relation : program.relations) {
    if (relation.representation == Representation::Eqrel && has_floats(relation)) return true;
  }
  return std::any_of(program.rules.begin(), program.rules.end(),
                     [](const Rule& rule) { return rule_matches_floats(rule); });
}

bool merges_floats(const Program& program, const std::vector<Tuples>& relations) {
  for (std::size_t i = 0; i < relations.size(); ++i) {
    if (has_floats(program.relations[i]) && merges(program.relations[i], relations[i])) return true;
  }
  return false;
}

}  // namespace assay::datalog
