#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog::testing {

/// An argument as a character or a number: a letter is a variable, '_' the wildcard, a number a constant.
struct Arg {
  Arg(char letter) : is_letter(true), letter_(letter) {}  // NOLINT(google-explicit-constructor)
  Arg(int constant) : constant_(constant) {}              // NOLINT(google-explicit-constructor)
  Arg(Value constant) : constant_(constant) {}            // NOLINT(google-explicit-constructor)

  [[nodiscard]] Term term(Type type) const {
    if (!is_letter) return Term::constant(constant_, type);
    if (letter_ == '_') return Term::wildcard(type);
    return Term::variable(static_cast<std::uint32_t>(letter_ - 'a'), type);
  }

  bool is_letter = false;

 private:
  char letter_ = '_';
  Value constant_ = 0;
};

inline Type type_of(char letter) {
  switch (letter) {
    case 'u': return Type::Unsigned;
    case 'f': return Type::Float;
    case 's': return Type::Symbol;
    case 'b': return Type::Bool;
    case 'o': return Type::Opaque;
    default: return Type::Number;
  }
}

/// A program in few words: relations with a letter for each attribute's type (n, u, f, s, b, o).
class Building {
 public:
  Program program;

  RelationId relation(std::string_view name, std::string_view types,
                      const std::vector<std::vector<Value>>& facts = {}) {
    Relation relation;
    relation.name = name;
    for (const char letter : types)
      relation.attributes.push_back({"a" + std::to_string(relation.attributes.size()), type_of(letter), ""});
    relation.facts.arity = types.size();
    for (const auto& fact : facts) relation.facts.add(fact);
    program.relations.push_back(std::move(relation));
    return static_cast<RelationId>(program.relations.size() - 1);
  }

  [[nodiscard]] Atom atom(RelationId relation, const std::vector<Arg>& arguments = {}) const {
    Atom atom;
    atom.relation = relation;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const auto& attributes = program.relations[relation].attributes;
      atom.arguments.push_back(arguments[i].term(i < attributes.size() ? attributes[i].type : Type::Number));
    }
    return atom;
  }
  [[nodiscard]] Atom no(RelationId relation, const std::vector<Arg>& arguments = {}) const {
    Atom result = atom(relation, arguments);
    result.negated = true;
    return result;
  }

  Rule& rule(std::vector<Atom> heads, std::vector<Literal> body) {
    Rule rule;
    rule.heads = std::move(heads);
    rule.body = std::move(body);
    for_each_term(rule, [&](const Term& term) {
      if (!term.is_variable()) return;
      const auto number = static_cast<std::size_t>(term.value);
      if (number >= rule.variables.size()) rule.variables.resize(number + 1, Type::Number);
      rule.variables[number] = term.type;
    });
    program.rules.push_back(std::move(rule));
    return program.rules.back();
  }
  Rule& rule(Atom head, std::vector<Literal> body) { return rule(std::vector<Atom>{std::move(head)}, std::move(body)); }
};

inline Comparison compare(Arg left, Comparator comparator, Arg right, Type type = Type::Number) {
  return {comparator, left.term(type), right.term(type)};
}

inline Computation compute(Arg result, Arg left, Operator op, Arg right, Type type = Type::Number) {
  return {result.term(type), op, left.term(type), right.term(type)};
}

inline Aggregate aggregate(Arg result, Aggregator aggregator, Arg target, std::vector<Atom> atoms,
                           std::vector<Comparison> comparisons = {}, Type type = Type::Number) {
  return {result.term(type), aggregator, target.term(type), std::move(atoms), std::move(comparisons)};
}

inline Aggregate count(Arg result, std::vector<Atom> atoms, std::vector<Comparison> comparisons = {}) {
  return aggregate(result, Aggregator::Count, '_', std::move(atoms), std::move(comparisons));
}

/// A sorted set.
inline Tuples tuples(std::size_t arity, const std::vector<std::vector<Value>>& rows) {
  Tuples result;
  result.arity = arity;
  for (const auto& row : rows) result.add(row);
  result.sort();
  return result;
}

}  // namespace assay::datalog::testing
