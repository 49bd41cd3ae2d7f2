#include "unit/datalog/eval/random_program.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace assay::datalog::testing {
namespace {

constexpr std::size_t kMaxVariables = 4;

class Maker {
 public:
  Maker(core::Rng& rng, const RandomShape& shape) : rng_(rng), shape_(shape) {}

  Program make() {
    for (const char* symbol : {"a", "b", "c"}) program_.intern(symbol);
    const std::size_t relations = 2 + rng_.below(5);
    for (std::size_t i = 0; i < relations; ++i) program_.relations.push_back(relation(i));
    const std::size_t rules = 1 + rng_.below(7);
    for (std::size_t i = 0; i < rules; ++i) {
      program_.rules.push_back(rule());
      if (!check(program_).ok()) program_.rules.pop_back();
    }
    return std::move(program_);
  }

 private:
  Type type() {
    const std::uint64_t draw = rng_.below(20);
    if (draw < 14) return Type::Number;
    if (draw < 16) return Type::Unsigned;
    return draw < 19 ? Type::Symbol : Type::Bool;
  }

  Value value(Type type) {
    if (type == Type::Symbol) return rng_.between(0, 2);
    if (type == Type::Bool) return rng_.between(0, 1);
    const Value high = (Value{1} << (shape_.integer_bits - 1)) - 1;
    if (type == Type::Unsigned) return rng_.percent(10) ? 2 * high + 1 : rng_.between(0, 3);
    if (rng_.percent(10)) return rng_.coin() ? high : -high - 1;
    return rng_.between(-1, 3);
  }

  Relation relation(std::size_t number) {
    Relation relation;
    relation.name = "r" + std::to_string(number);
    const std::size_t arity = rng_.weighted({1, 4, 6, 2});
    const Type first = type();
    for (std::size_t i = 0; i < arity; ++i) {
      const Type here = i == 0 || rng_.percent(70) ? first : type();
      relation.attributes.push_back({"a" + std::to_string(i), here, ""});
    }
    if (arity == 2 && relation.attributes[1].type == first && rng_.percent(15))
      relation.representation = Representation::Eqrel;
    relation.facts.arity = arity;
    const std::uint64_t facts = rng_.percent(15) ? 15 + rng_.below(20) : rng_.coin() ? rng_.below(6) : 0;
    for (std::uint64_t i = 0; i < facts; ++i) {
      std::vector<Value> fact;
      for (const Attribute& attribute : relation.attributes) fact.push_back(value(attribute.type));
      relation.facts.add(fact);
    }
    return relation;
  }

  /// A variable of the type, perhaps a new one; a constant when there is none.
  Term variable(Type type, unsigned percent_new) {
    std::vector<std::uint32_t> fitting;
    for (std::uint32_t i = 0; i < rule_.variables.size(); ++i) {
      if (rule_.variables[i] == type) fitting.push_back(i);
    }
    if (rule_.variables.size() < kMaxVariables && (fitting.empty() || rng_.percent(percent_new))) {
      rule_.variables.push_back(type);
      return Term::variable(static_cast<std::uint32_t>(rule_.variables.size() - 1), type);
    }
    if (fitting.empty()) return Term::constant(value(type), type);
    return Term::variable(rng_.pick(fitting), type);
  }

  /// A variable of the type that the body so far binds, or a constant.
  Term bound(Type type) {
    const std::vector<bool> known = bound_variables(rule_);
    std::vector<std::uint32_t> fitting;
    for (std::uint32_t i = 0; i < known.size(); ++i) {
      if (known[i] && rule_.variables[i] == type) fitting.push_back(i);
    }
    if (fitting.empty() || rng_.percent(10)) return Term::constant(value(type), type);
    return Term::variable(rng_.pick(fitting), type);
  }

  Atom positive(unsigned percent_wildcard) {
    Atom atom;
    atom.relation = static_cast<RelationId>(rng_.below(program_.relations.size()));
    for (const Attribute& attribute : program_.relations[atom.relation].attributes) {
      if (rng_.percent(percent_wildcard)) {
        atom.arguments.push_back(Term::wildcard(attribute.type));
      } else if (rng_.percent(10)) {
        atom.arguments.push_back(Term::constant(value(attribute.type), attribute.type));
      } else {
        atom.arguments.push_back(variable(attribute.type, 45));
      }
    }
    return atom;
  }

  Atom known_atom(bool wildcards) {
    Atom atom;
    atom.relation = static_cast<RelationId>(rng_.below(program_.relations.size()));
    for (const Attribute& attribute : program_.relations[atom.relation].attributes) {
      atom.arguments.push_back(wildcards && rng_.percent(20) ? Term::wildcard(attribute.type) : bound(attribute.type));
    }
    return atom;
  }

  Comparison comparison() {
    const Type of = type();
    const bool ordered = of == Type::Number || of == Type::Unsigned;
    Comparison result;
    result.comparator = static_cast<Comparator>(rng_.below(ordered ? 6 : 2));
    result.left = bound(of);
    result.right = result.comparator == Comparator::Equal ? variable(of, 50) : bound(of);
    if (rng_.coin()) std::swap(result.left, result.right);
    return result;
  }

  Computation computation() {
    const Type of = rng_.percent(80) ? Type::Number : Type::Unsigned;
    Computation result;
    result.op = static_cast<Operator>(rng_.below(7));
    result.left = bound(of);
    result.right = bound(of);
    result.result = rng_.percent(70) ? variable(of, 80) : bound(of);
    return result;
  }

  Aggregate aggregate() {
    Aggregate result;
    result.aggregator = static_cast<Aggregator>(rng_.below(4));
    for (std::uint64_t i = rng_.weighted({3, 1}); i < 2; ++i) result.atoms.push_back(positive(0));
    if (rng_.percent(15)) {
      result.atoms.push_back(known_atom(false));
      result.atoms.back().negated = true;
    }
    std::vector<Term> inner;
    for (const Atom& atom : result.atoms) {
      for (const Term& term : atom.arguments) {
        if (term.is_variable() && (term.type == Type::Number || term.type == Type::Unsigned)) inner.push_back(term);
      }
    }
    Type of = Type::Number;
    if (result.aggregator != Aggregator::Count && !inner.empty()) {
      result.target = rng_.pick(inner);
      of = result.target.type;
      if (rng_.percent(20))
        result.comparisons.push_back({static_cast<Comparator>(rng_.below(6)), rng_.pick(inner), bound(of)});
    } else {
      result.aggregator = Aggregator::Count;
    }
    result.result = rng_.percent(80) ? variable(of, 90) : bound(of);
    return result;
  }

  Literal literal() {
    const std::uint64_t draw = rng_.below(shape_.positive_only ? 45 : 100);
    if (draw < 20) return comparison();
    if (draw < 45) return computation();
    if (draw < 70) {
      Atom atom = known_atom(true);
      atom.negated = true;
      return atom;
    }
    return aggregate();
  }

  Rule rule() {
    rule_ = Rule{};
    for (std::uint64_t i = rng_.weighted({2, 5, 4, 2}); i > 0; --i) rule_.body.emplace_back(positive(10));
    for (std::uint64_t i = rng_.weighted({5, 4, 2}); i > 0; --i) rule_.body.push_back(literal());
    for (std::uint64_t i = rng_.weighted({9, 1}); i < 2; ++i) {
      rule_.heads.push_back(known_atom(false));
      if (rng_.percent(90)) break;
    }
    rng_.shuffle(rule_.body);
    return rule_;
  }

  core::Rng& rng_;
  RandomShape shape_;
  Program program_;
  Rule rule_;
};

}  // namespace

Program random_program(core::Rng& rng, const RandomShape& shape) { return Maker(rng, shape).make(); }

}  // namespace assay::datalog::testing
