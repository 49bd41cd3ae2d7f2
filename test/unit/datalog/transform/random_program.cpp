#include "random_program.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

namespace assay::datalog {
namespace {

class Maker {
 public:
  explicit Maker(const core::Rng& rng) : rng_(rng) {}

  Program make() {
    program_.symbols = {"a", "b", "c", "d"};
    const auto inputs = static_cast<int>(2 + rng_.below(3));
    for (int i = 0; i < inputs; ++i) add_input();
    const auto defined = static_cast<int>(2 + rng_.below(4));
    for (int i = 0; i < defined; ++i) add_relation();
    for (RelationId i = static_cast<RelationId>(inputs); i < program_.relations.size(); ++i) {
      const std::uint64_t rules = 1 + rng_.below(3);
      for (std::uint64_t j = 0; j < rules; ++j) add_rule(i);
    }
    return std::move(program_);
  }

 private:
  Type draw_type() {
    const std::uint64_t draw = rng_.below(20);
    if (draw < 12) return Type::Number;
    if (draw < 16) return Type::Symbol;
    if (draw < 18) return Type::Unsigned;
    return draw < 19 ? Type::Bool : Type::Float;
  }
  Value draw_value(Type type) {
    switch (type) {
      case Type::Bool: return static_cast<Value>(rng_.below(2));
      case Type::Float: return std::bit_cast<Value>(0.5 * static_cast<double>(rng_.below(4)));
      case Type::Number: return rng_.between(-1, 4);
      default: return static_cast<Value>(rng_.below(4));
    }
  }

  Relation& add_relation() {
    Relation relation;
    relation.name = "r" + std::to_string(program_.relations.size());
    if (rng_.percent(10)) {
      relation.attributes = {{"a", Type::Number, ""}, {"b", Type::Number, ""}};
      relation.representation = Representation::Eqrel;
    } else {
      const std::uint64_t arity = rng_.percent(5) ? 0 : 1 + rng_.below(3);
      for (std::uint64_t i = 0; i < arity; ++i)
        relation.attributes.push_back({"a" + std::to_string(i), draw_type(), ""});
    }
    relation.facts.arity = relation.arity();
    if (rng_.percent(15)) add_facts(relation, 2);
    program_.relations.push_back(std::move(relation));
    return program_.relations.back();
  }
  void add_input() { add_facts(add_relation(), 6); }
  void add_facts(Relation& relation, std::uint64_t most) {
    const std::uint64_t count = 1 + rng_.below(most);
    for (std::uint64_t i = 0; i < count; ++i) {
      std::vector<Value> tuple;
      for (const Attribute& attribute : relation.attributes) tuple.push_back(draw_value(attribute.type));
      relation.facts.add(tuple);
    }
  }

  Term draw_term(Rule& rule, Type type, unsigned reuse, bool bound_only) {
    std::vector<Term> known;
    for (std::uint32_t i = 0; i < rule.variables.size(); ++i) {
      if (rule.variables[i] == type) known.push_back(Term::variable(i, type));
    }
    const bool joins = type != Type::Float || bound_only;
    if (!known.empty() && joins && rng_.percent(reuse)) return rng_.pick(known);
    if (type != Type::Float && rng_.percent(bound_only ? 100 : 12)) return Term::constant(draw_value(type), type);
    if (bound_only) return Term::wildcard(type);
    if (rng_.percent(12)) return Term::wildcard(type);
    rule.variables.push_back(type);
    return Term::variable(static_cast<std::uint32_t>(rule.variables.size() - 1), type);
  }
  Atom draw_atom(Rule& rule, RelationId relation) {
    Atom atom{relation, false, {}};
    for (const Attribute& attribute : program_.relations[relation].attributes)
      atom.arguments.push_back(draw_term(rule, attribute.type, 60, false));
    return atom;
  }

  void add_rule(RelationId head) {
    Rule rule;
    computes_ = rng_.percent(15);
    const std::uint64_t atoms = 1 + rng_.below(3);
    for (std::uint64_t i = 0; i < atoms; ++i) {
      const RelationId below = static_cast<RelationId>(rng_.below(head + (computes_ || i == 0 ? 0U : 1U)));
      rule.body.emplace_back(draw_atom(rule, below));
    }
    if (computes_) add_computation(rule);
    if (rng_.percent(25)) add_negation(rule, head);
    if (rng_.percent(25)) add_comparison(rule);
    if (rng_.percent(12)) add_aggregate(rule, head);
    rule.heads.push_back(draw_head(rule, head));
    if (rng_.percent(8)) rule.heads.push_back(draw_head(rule, head));
    // No arithmetic in cycles: a relation that computes values must not depend on itself.
    const bool recurs = std::any_of(rule.body.begin(), rule.body.end(), [&](const Literal& it) {
      const auto* atom = std::get_if<Atom>(&it);
      return atom != nullptr && atom->relation == head;
    });
    if (recurs && computed_.size() > head && computed_[head]) return;
    if (computes_) {
      if (recursive_.size() > head && recursive_[head]) return;
      computed_.resize(program_.relations.size());
      computed_[head] = true;
    } else if (recurs) {
      recursive_.resize(program_.relations.size());
      recursive_[head] = true;
    }
    if (is_safe(rule)) program_.rules.push_back(std::move(rule));
  }
  Atom draw_head(Rule& rule, RelationId relation) {
    Atom atom{relation, false, {}};
    for (const Attribute& attribute : program_.relations[relation].attributes)
      atom.arguments.push_back(draw_term(rule, attribute.type, 93, true));
    return atom;
  }
  void add_negation(Rule& rule, RelationId head) {
    Atom atom{static_cast<RelationId>(rng_.below(head)), true, {}};
    for (const Attribute& attribute : program_.relations[atom.relation].attributes) {
      if (attribute.type == Type::Float || rng_.percent(15)) {
        atom.arguments.push_back(Term::wildcard(attribute.type));
      } else {
        atom.arguments.push_back(draw_term(rule, attribute.type, 90, true));
      }
    }
    rule.body.emplace_back(std::move(atom));
  }
  std::optional<Term> draw_variable(const Rule& rule, Type type) {
    std::vector<Term> known;
    for (std::uint32_t i = 0; i < rule.variables.size(); ++i) {
      if (rule.variables[i] == type) known.push_back(Term::variable(i, type));
    }
    if (known.empty()) return std::nullopt;
    return rng_.pick(known);
  }
  void add_comparison(Rule& rule) {
    if (rule.variables.empty()) return;
    const Type type = rng_.pick(rule.variables);
    if (type == Type::Float) return;
    const bool ordered = type == Type::Number || type == Type::Unsigned;
    const auto comparator = static_cast<Comparator>(rng_.below(ordered ? 6 : 2));
    const Term left = *draw_variable(rule, type);
    const Term right = rng_.coin() ? Term::constant(draw_value(type), type) : *draw_variable(rule, type);
    rule.body.emplace_back(Comparison{comparator, left, right});
  }
  void add_computation(Rule& rule) {
    const auto left = draw_variable(rule, Type::Number);
    const auto right = draw_variable(rule, Type::Number);
    if (!left || !right) return;
    rule.variables.push_back(Type::Number);
    const Term result = Term::variable(static_cast<std::uint32_t>(rule.variables.size() - 1), Type::Number);
    const auto op = rng_.pick(std::vector<Operator>{Operator::Add, Operator::Subtract, Operator::Multiply,
                                                    Operator::Minimum, Operator::Maximum, Operator::Divide});
    const Term divisor = Term::constant(1 + static_cast<Value>(rng_.below(2)), Type::Number);
    rule.body.emplace_back(Computation{result, op, *left, op == Operator::Divide ? divisor : *right});
  }
  void add_aggregate(Rule& rule, RelationId head) {
    Aggregate aggregate;
    const auto relation = static_cast<RelationId>(rng_.below(head));
    const std::size_t outer = rule.variables.size();
    Atom atom{relation, false, {}};
    for (const Attribute& attribute : program_.relations[relation].attributes) {
      const auto group = draw_variable(rule, attribute.type);
      if (group && static_cast<std::size_t>(group->value) < outer && attribute.type != Type::Float &&
          rng_.percent(40)) {
        atom.arguments.push_back(*group);
        continue;
      }
      rule.variables.push_back(attribute.type);
      atom.arguments.push_back(Term::variable(static_cast<std::uint32_t>(rule.variables.size() - 1), attribute.type));
    }
    aggregate.target = Term::wildcard(Type::Number);
    aggregate.aggregator = Aggregator::Count;
    for (const Term& term : atom.arguments) {
      if (term.type == Type::Number && static_cast<std::size_t>(term.value) >= outer && rng_.coin()) {
        aggregate.aggregator = static_cast<Aggregator>(1 + rng_.below(3));
        aggregate.target = term;
      }
    }
    aggregate.atoms.push_back(std::move(atom));
    rule.variables.push_back(Type::Number);
    aggregate.result = Term::variable(static_cast<std::uint32_t>(rule.variables.size() - 1), Type::Number);
    rule.body.emplace_back(std::move(aggregate));
  }

  core::Rng rng_;
  Program program_;
  bool computes_ = false;
  std::vector<bool> computed_;
  std::vector<bool> recursive_;
};

}  // namespace

Program random_program(core::Rng rng) {
  for (std::uint64_t i = 0;; ++i) {
    Program program = Maker(rng.split(i)).make();
    if (check(program).ok()) return program;
  }
}

}  // namespace assay::datalog
