#include "datalog/dialect/souffle_typing.hpp"

#include <bit>
#include <initializer_list>
#include <numeric>
#include <utility>
#include <vector>

namespace assay::datalog {
namespace {

/// Variables that must have the same type are in one class (a union-find forest).
class Typing {
 public:
  Typing(Rule& rule, const std::vector<Relation>& relations)
      : rule_(rule), relations_(relations), parent_(rule.variables.size()), types_(rule.variables.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  std::optional<std::string> run() {
    for (Atom& head : rule_.heads) read(head);
    for (Literal& literal : rule_.body) std::visit([&](auto& of) { read(of); }, literal);
    for (std::size_t i = 0; i < rule_.variables.size(); ++i) rule_.variables[i] = type_of(i);
    for (Literal& literal : rule_.body) std::visit([&](auto& of) { settle(of); }, literal);
    for (Atom& head : rule_.heads) settle(head);
    return std::move(problem_);
  }

 private:
  std::size_t root(std::size_t variable) {
    while (parent_[variable] != variable) variable = parent_[variable] = parent_[parent_[variable]];
    return variable;
  }
  Type type_of(std::size_t variable) { return types_[root(variable)].value_or(Type::Number); }
  void fail(std::string what) {
    if (!problem_) problem_ = std::move(what);
  }
  void fix(std::size_t variable, Type type) {
    std::optional<Type>& known = types_[root(variable)];
    if (known && *known != type) fail(contradiction(*known, type));
    known = type;
  }
  static std::string contradiction(Type one, Type other) {
    return "something is used as " + std::string(name(one)) + " and as " + std::string(name(other));
  }

  /// All of them have one type. A plain integer says nothing about it.
  void link(std::initializer_list<const Term*> terms) {
    const Term* first = nullptr;
    for (const Term* term : terms) {
      if (!term->is_variable()) continue;
      if (first != nullptr) merge(root(index(*first)), root(index(*term)));
      first = term;
    }
    if (first == nullptr) return;
    for (const Term* term : terms)
      if (term->is_constant() && term->type != Type::Number) fix(index(*first), term->type);
  }
  void merge(std::size_t one, std::size_t other) {
    if (one == other) return;
    if (types_[one] && types_[other] && *types_[one] != *types_[other])
      fail(contradiction(*types_[one], *types_[other]));
    if (types_[one]) types_[other] = types_[one];
    parent_[one] = other;
  }
  static std::size_t index(const Term& variable) { return static_cast<std::size_t>(variable.value); }

  void read(Atom& atom) {
    const Relation& relation = relations_[atom.relation];
    for (std::size_t i = 0; i < atom.arguments.size(); ++i)
      if (atom.arguments[i].is_variable()) fix(index(atom.arguments[i]), relation.attributes[i].type);
  }
  void read(Comparison& comparison) { link({&comparison.left, &comparison.right}); }
  void read(Computation& computation) { link({&computation.result, &computation.left, &computation.right}); }
  void read(Aggregate& aggregate) {
    for (Atom& atom : aggregate.atoms) read(atom);
    for (Comparison& comparison : aggregate.comparisons) read(comparison);
    if (aggregate.aggregator != Aggregator::Count) link({&aggregate.result, &aggregate.target});
  }

  /// The type that link() found for them.
  Type common(std::initializer_list<const Term*> terms) {
    for (const Term* term : terms)
      if (term->is_variable()) return type_of(index(*term));
    for (const Term* term : terms)
      if (term->type != Type::Number) return term->type;
    return Type::Number;
  }

  void settle(Atom& atom) {
    const Relation& relation = relations_[atom.relation];
    for (std::size_t i = 0; i < atom.arguments.size(); ++i) set(atom.arguments[i], relation.attributes[i].type);
  }
  void settle(Comparison& comparison) {
    const Type type = common({&comparison.left, &comparison.right});
    const bool order = comparison.comparator != Comparator::Equal && comparison.comparator != Comparator::NotEqual;
    if (order && (type == Type::Symbol || type == Type::Opaque)) fail("an order on what is no number");
    set(comparison.left, type);
    set(comparison.right, type);
  }
  void settle(Computation& computation) {
    const Type type = common({&computation.result, &computation.left, &computation.right});
    if (type != Type::Number && type != Type::Unsigned) fail("arithmetic on what is no integer");
    for (Term* term : {&computation.result, &computation.left, &computation.right}) set(*term, type);
  }
  void settle(Aggregate& aggregate) {
    for (Atom& atom : aggregate.atoms) settle(atom);
    for (Comparison& comparison : aggregate.comparisons) settle(comparison);
    const bool count = aggregate.aggregator == Aggregator::Count;
    const Type type = count ? common({&aggregate.result}) : common({&aggregate.result, &aggregate.target});
    if (type != Type::Number && type != Type::Unsigned) fail("an aggregate of what is no integer");
    set(aggregate.result, type);
    set(aggregate.target, type);
  }

  void set(Term& term, Type type) {
    if (term.is_constant() && term.type != type) {
      const bool plain = term.type == Type::Number;
      if (plain && type == Type::Unsigned && term.value >= 0) {
      } else if (plain && type == Type::Float) {
        term.value = std::bit_cast<Value>(static_cast<double>(term.value));
      } else {
        fail(contradiction(term.type, type));
      }
    }
    term.type = type;
  }

  Rule& rule_;
  const std::vector<Relation>& relations_;
  std::vector<std::size_t> parent_;
  std::vector<std::optional<Type>> types_;
  std::optional<std::string> problem_;
};

}  // namespace

std::optional<std::string> infer_types(Rule& rule, const std::vector<Relation>& relations) {
  return Typing(rule, relations).run();
}

}  // namespace assay::datalog
