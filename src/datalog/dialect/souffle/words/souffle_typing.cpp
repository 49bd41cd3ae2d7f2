#include "datalog/dialect/souffle/words/souffle_typing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>
#include <numeric>
#include <utility>
#include <vector>

#include "datalog/dialect/souffle/words/souffle.hpp"
#include "datalog/dialect/souffle/words/souffle_functors.hpp"

namespace assay::datalog {
namespace {

// In the order of the enumeration Operator.
constexpr std::array<std::string_view, 7> kOperators = {"+", "-", "*", "/", "%", "min", "max"};

/// Infers types. Variables that must have the same type are in one class of a union-find forest.
class Typing {
 public:
  Typing(Rule& rule, const Program& program)
      : rule_(rule),
        program_(program),
        parent_(rule.variables.size()),
        types_(rule.variables.size()),
        structures_(rule.variables.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  std::optional<std::string> run() {
    for (Atom& head : rule_.heads) read(head);
    for (Literal& literal : rule_.body) std::visit([&](auto& of) { read(of); }, literal);
    while (read_structures(false)) {
    }
    while (read_structures(true) && !problem_) {
    }
    for (std::size_t i = 0; i < rule_.variables.size(); ++i) rule_.variables[i] = type_of(i);
    for (Literal& literal : rule_.body) {
      std::visit([&](auto& of) { settle(of); }, literal);
      turn_into_call(literal);
    }
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
  /// Fixes the variable's type to that of a field or column, which may be a structured type.
  void fix(std::size_t variable, const Attribute& as) {
    fix(variable, as.type);
    std::string& known = structures_[root(variable)];
    if (!known.empty() && !as.declared.empty() && as.type == Type::Opaque && known != as.declared)
      fail("something is used as " + known + " and as " + as.declared);
    if (as.type == Type::Opaque) known = as.declared;
  }
  static std::string contradiction(Type one, Type other) {
    return "something is used as " + std::string(name(one)) + " and as " + std::string(name(other));
  }

  /// Requires that all terms have the same type. Plain integers do not determine it.
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
    if (structures_[other].empty()) structures_[other] = structures_[one];
    parent_[one] = other;
  }
  static std::size_t index(const Term& variable) { return static_cast<std::size_t>(variable.value); }

  void read(Atom& atom) {
    const Relation& relation = program_.relations[atom.relation];
    for (std::size_t i = 0; i < atom.arguments.size(); ++i)
      if (atom.arguments[i].is_variable()) fix(index(atom.arguments[i]), relation.attributes[i]);
  }
  void read(Comparison& comparison) { link({&comparison.left, &comparison.right}); }
  void read(Computation& computation) { link({&computation.result, &computation.left, &computation.right}); }
  void read(Call& call) {
    const FunctorRow* row = functor_row(call.name, call.form);
    if (row == nullptr) return;  // a structure
    Terms alike;
    const auto note = [&](const Term& term, char as) {
      if (as == '=') alike.push_back(term);
      if (const std::optional<Type> type = type_of_sign(as); type && term.is_variable()) fix(index(term), *type);
    };
    if (call.has_result()) note(call.result, row->result);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) note(call.arguments[i], sign(*row, i));
    for (std::size_t i = 1; i < alike.size(); ++i) link({&alike[i - 1], &alike[i]});
    for (std::size_t i = 1; i < alike.size(); ++i) link({&alike[0], &alike[i]});
  }
  static char sign(const FunctorRow& row, std::size_t argument) {
    return row.parameters[std::min(argument, row.parameters.size() - 1)];
  }
  static std::optional<Type> type_of_sign(char sign) {
    switch (sign) {
      case 's': return Type::Symbol;
      case 'n': return Type::Number;
      case 'u': return Type::Unsigned;
      case 'f': return Type::Float;
      default: return std::nullopt;
    }
  }

  /// Determines the types of more records and branches. Returns whether it found any. With `by_shape`, a record's
  /// number of fields may determine its type; used after all other information.
  bool read_structures(bool by_shape) {
    bool found = false;
    for (Literal& literal : rule_.body) {
      auto* call = std::get_if<Call>(&literal);
      if (call == nullptr || !call->takes_apart() || std::count(known_.begin(), known_.end(), call) > 0) continue;
      const StructuredType* type = structure_of(*call, by_shape);
      if (type == nullptr) continue;
      found = true;
      known_.push_back(call);
      if (call->result.is_variable()) fix(index(call->result), Attribute{{}, Type::Opaque, type->name});
      const std::vector<Attribute>* fields = fields_of(*call, *type);
      if (fields == nullptr) continue;  // nil
      for (std::size_t i = 0; i < fields->size(); ++i)
        if (call->arguments[i].is_variable()) fix(index(call->arguments[i]), (*fields)[i]);
      if (by_shape) return true;  // this type may determine others without `by_shape`
    }
    return found;
  }

  const StructuredType* structure_of(const Call& call, bool by_shape) {
    const std::string known = call.result.is_variable() ? structures_[root(index(call.result))] : std::string();
    const StructuredType* only = nullptr;
    std::size_t count = 0;
    for (const StructuredType& type : program_.types) {
      if (type.is_record != (call.form == CallForm::Record) || (!known.empty() && type.name != known)) continue;
      if (fields_of(call, type) == nullptr && !(call.form == CallForm::Record && call.arguments.empty())) continue;
      only = &type;
      ++count;
    }
    return count == 1 && (!known.empty() || by_shape || call.form == CallForm::Branch) ? only : nullptr;
  }

  /// The fields of the call's branch; null if the type has no such branch, or for nil.
  static const std::vector<Attribute>* fields_of(const Call& call, const StructuredType& type) {
    for (const Branch& branch : type.branches)
      if (branch.name == call.name && branch.fields.size() == call.arguments.size()) return &branch.fields;
    return nullptr;
  }

  void settle(Call& call) {
    if (call.takes_apart()) return settle_structure(call);
    const FunctorRow* row = functor_row(call.name, call.form);
    if (row == nullptr) return fail("an unknown functor");
    const Term* any = call.has_result() && row->result == '=' ? &call.result : &call.arguments[0];
    Type alike = common({any, &call.arguments[0]});
    for (const Term& term : call.arguments)
      if (term.is_variable() || term.type != Type::Number) alike = alike == Type::Number ? common({&term}) : alike;
    if (row->parameters == "=" && (alike == Type::Opaque || alike == Type::Bool)) fail("a functor of records");
    const auto as = [&](char sign, const Term& term) {
      return sign == '=' ? alike : type_of_sign(sign).value_or(common({&term}));
    };
    if (call.has_result()) set(call.result, as(row->result, call.result));
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
      set(call.arguments[i], as(sign(*row, i), call.arguments[i]));
  }
  void settle_structure(Call& call) {
    if (std::count(known_.begin(), known_.end(), &call) == 0) return fail("a record or branch whose type is not known");
    call.result.type = Type::Opaque;
    const StructuredType* type = structure_of(call, true);
    const std::vector<Attribute>* fields = type == nullptr ? nullptr : fields_of(call, *type);
    for (std::size_t i = 0; fields != nullptr && i < fields->size(); ++i) set(call.arguments[i], (*fields)[i].type);
  }

  /// Turns arithmetic on other types than integers, and order comparisons of symbols, into calls.
  void turn_into_call(Literal& literal) {
    if (const auto* computation = std::get_if<Computation>(&literal)) {
      const Type type = computation->result.type;
      if (type == Type::Number || type == Type::Unsigned) return;
      const std::string name(kOperators[static_cast<std::size_t>(computation->op)]);
      const CallForm form = name.size() == 1 ? CallForm::Infix : CallForm::Function;
      literal = Call{computation->result, form, name, false, {computation->left, computation->right}};
    } else if (const auto* comparison = std::get_if<Comparison>(&literal)) {
      const Comparison it = *comparison;
      const bool equality = it.comparator == Comparator::Equal || it.comparator == Comparator::NotEqual;
      if (it.left.type != Type::Symbol || equality) return;
      const std::string name(kSouffleComparators[static_cast<std::size_t>(it.comparator)]);
      literal = Call{{}, CallForm::Order, name, false, {it.left, it.right}};
    }
  }

  void read(Aggregate& aggregate) {
    for (Atom& atom : aggregate.atoms) read(atom);
    for (Comparison& comparison : aggregate.comparisons) read(comparison);
    if (aggregate.aggregator != Aggregator::Count) link({&aggregate.result, &aggregate.target});
  }

  /// The type that link() determined for the terms.
  Type common(std::initializer_list<const Term*> terms) {
    for (const Term* term : terms)
      if (term->is_variable()) return type_of(index(*term));
    for (const Term* term : terms)
      if (term->type != Type::Number) return term->type;
    return Type::Number;
  }

  void settle(Atom& atom) {
    const Relation& relation = program_.relations[atom.relation];
    for (std::size_t i = 0; i < atom.arguments.size(); ++i) set(atom.arguments[i], relation.attributes[i].type);
  }
  void settle(Comparison& comparison) {
    const Type type = common({&comparison.left, &comparison.right});
    const bool order = comparison.comparator != Comparator::Equal && comparison.comparator != Comparator::NotEqual;
    if (order && (type == Type::Opaque || (type == Type::Symbol && in_aggregate_)))
      fail("an order comparison of values that are no numbers");
    set(comparison.left, type);
    set(comparison.right, type);
  }
  void settle(Computation& computation) {
    const Type type = common({&computation.result, &computation.left, &computation.right});
    const bool extremum = computation.op == Operator::Minimum || computation.op == Operator::Maximum;
    if (type == Type::Opaque || (type == Type::Symbol && !extremum)) fail("arithmetic on values that are no numbers");
    for (Term* term : {&computation.result, &computation.left, &computation.right}) set(*term, type);
  }
  void settle(Aggregate& aggregate) {
    for (Atom& atom : aggregate.atoms) settle(atom);
    in_aggregate_ = true;
    for (Comparison& comparison : aggregate.comparisons) settle(comparison);
    in_aggregate_ = false;
    const bool count = aggregate.aggregator == Aggregator::Count;
    const Type type = count ? common({&aggregate.result}) : common({&aggregate.result, &aggregate.target});
    if (type != Type::Number && type != Type::Unsigned) fail("an aggregate of values that are no integers");
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
  const Program& program_;
  std::vector<std::size_t> parent_;
  std::vector<std::optional<Type>> types_;
  std::vector<std::string> structures_;  ///< by class: the structured type's name; empty: not known
  std::vector<const Call*> known_;       ///< records and branches whose types are known
  bool in_aggregate_ = false;
  std::optional<std::string> problem_;
};

}  // namespace

std::optional<std::string> infer_types(Rule& rule, const Program& program) { return Typing(rule, program).run(); }

}  // namespace assay::datalog
