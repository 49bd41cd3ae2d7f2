#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/datalog/program.hpp"
#include "stratification.hpp"

namespace assay::datalog {
namespace {

bool is_numeric(Type type) { return type == Type::Number || type == Type::Unsigned; }
bool is_ordered(Type type) { return is_numeric(type) || type == Type::Float; }
bool is_equality(Comparator comparator) {
  return comparator == Comparator::Equal || comparator == Comparator::NotEqual;
}

std::string quoted_text(std::string_view text) { return "\"" + std::string(text) + "\""; }

/// The error of a constant of the type; empty: none. Does not check the width of numbers, which depends on the dialect.
std::string wrong_value(const Program& program, Type type, Value value) {
  switch (type) {
    case Type::Symbol:
      if (value < 0 || static_cast<std::size_t>(value) >= program.symbols.size()) return "a symbol that does not exist";
      return {};
    case Type::Bool: return value == 0 || value == 1 ? std::string() : "a Boolean that is neither 0 nor 1";
    case Type::Opaque: return "a constant of an opaque type";
    default: return {};
  }
}

/// Checks one rule. The functions return an error text, or an empty text.
class RuleCheck {
 public:
  RuleCheck(const Program& program, const Rule& rule)
      : program_(program), rule_(rule), declared_(rule.variables.size()) {}

  std::string problem() {
    if (rule_.heads.empty()) return "has no head";
    if (rule_.body.empty()) return "has no body: it is a fact";
    for (const Atom& head : rule_.heads) {
      if (std::string wrong = in_head(head); !wrong.empty()) return wrong;
    }
    for (const Literal& literal : rule_.body) {
      std::string wrong = std::visit([&](const auto& it) { return in_literal(it); }, literal);
      if (!wrong.empty()) return wrong;
    }
    return is_safe(rule_) ? std::string() : unsafe();
  }

 private:
  std::string in_term(const Term& term) const {
    if (term.is_constant()) return wrong_value(program_, term.type, term.value);
    if (term.is_wildcard()) return {};
    if (term.value < 0 || static_cast<std::size_t>(term.value) >= rule_.variables.size())
      return "has a variable that it does not declare";
    if (rule_.variables[static_cast<std::size_t>(term.value)] != term.type) return "uses a variable with two types";
    return {};
  }

  std::string in_atom(const Atom& atom) {
    if (atom.relation >= program_.relations.size()) return "uses a relation that does not exist";
    const Relation& relation = program_.relations[atom.relation];
    if (atom.arguments.size() != relation.arity())
      return "gives " + quoted_text(relation.name) + " " + std::to_string(atom.arguments.size()) +
             " arguments instead of " + std::to_string(relation.arity());
    for (std::size_t i = 0; i < relation.arity(); ++i) {
      const Term& term = atom.arguments[i];
      if (std::string wrong = in_term(term); !wrong.empty()) return wrong;
      if (term.type != relation.attributes[i].type || !agrees(term, relation.attributes[i]))
        return "gives " + quoted_text(relation.name) + " an argument of the wrong type at position " +
               std::to_string(i + 1);
    }
    return {};
  }

  /// Whether the term fits the attribute's opaque type. Opaque types are equal if their names are.
  bool agrees(const Term& term, const Attribute& attribute) {
    if (attribute.type != Type::Opaque || !term.is_variable()) return true;
    std::optional<std::string>& known = declared_[static_cast<std::size_t>(term.value)];
    if (!known) known = attribute.declared;
    return *known == attribute.declared;
  }

  std::string in_head(const Atom& head) {
    if (std::string wrong = in_atom(head); !wrong.empty()) return wrong;
    if (head.negated) return "has a negated head";
    if (program_.relations[head.relation].from_seed)
      return "adds to " + quoted_text(program_.relations[head.relation].name) + ", which is the seed's";
    return {};
  }

  std::string in_literal(const Atom& atom) { return in_atom(atom); }

  std::string in_literal(const Comparison& comparison) {
    for (const Term* term : {&comparison.left, &comparison.right}) {
      if (std::string wrong = in_term(*term); !wrong.empty()) return wrong;
    }
    const Type type = comparison.left.type;
    if (type != comparison.right.type) return "compares " + of_types(type, comparison.right.type);
    if (is_equality(comparison.comparator) && type == Type::Float) return "compares floats for equality";
    if (!is_equality(comparison.comparator) && !is_ordered(type))
      return "compares values of type " + std::string(name(type)) + " by order";
    return {};
  }

  std::string in_literal(const Computation& computation) {
    for (const Term* term : {&computation.result, &computation.left, &computation.right}) {
      if (std::string wrong = in_term(*term); !wrong.empty()) return wrong;
      if (!is_numeric(term->type)) return "computes with values of type " + std::string(name(term->type));
      if (term->type != computation.result.type)
        return "computes with " + of_types(computation.result.type, term->type);
    }
    return {};
  }

  /// Does not compare types: only readers of seeds make calls, and they infer the types.
  std::string in_literal(const Call& call) {
    if (call.has_result()) {
      if (std::string wrong = in_term(call.result); !wrong.empty()) return wrong;
    }
    for (const Term& term : call.arguments) {
      if (std::string wrong = in_term(term); !wrong.empty()) return wrong;
    }
    return {};
  }

  std::string in_literal(const Aggregate& aggregate) {
    for (const Term* term : {&aggregate.result, &aggregate.target}) {
      if (std::string wrong = in_term(*term); !wrong.empty()) return wrong;
    }
    bool positive = false;
    for (const Atom& atom : aggregate.atoms) {
      if (std::string wrong = in_atom(atom); !wrong.empty()) return wrong;
      positive = positive || !atom.negated;
    }
    if (!positive) return "has an aggregate without a positive atom";
    for (const Comparison& comparison : aggregate.comparisons) {
      if (std::string wrong = in_literal(comparison); !wrong.empty()) return wrong;
    }
    const bool counts = aggregate.aggregator == Aggregator::Count;
    if (counts && aggregate.result.type != Type::Number) return "counts, but not into a number";
    if (!counts && !is_numeric(aggregate.target.type)) return "aggregates values that are no numbers";
    if (!counts && aggregate.target.type != aggregate.result.type)
      return "aggregates " + of_types(aggregate.target.type, aggregate.result.type);
    return {};
  }

  static std::string of_types(Type left, Type right) {
    return "values of type " + std::string(name(left)) + " with values of type " + std::string(name(right));
  }

  [[nodiscard]] std::string unsafe() const {
    const std::vector<bool> bound = bound_variables(rule_);
    std::string loose;
    for_each_term(rule_, [&](const Term& term) {
      if (term.is_variable() && !bound[static_cast<std::size_t>(term.value)])
        loose = "is unsafe: nothing binds its variable " + std::to_string(term.value);
    });
    return loose.empty() ? "is unsafe: a wildcard or an aggregate's target is misplaced" : loose;
  }

  const Program& program_;
  const Rule& rule_;
  std::vector<std::optional<std::string>> declared_;  ///< by variable: the name of its opaque type, once known
};

std::string fact_problem(const Program& program, const Relation& relation) {
  const Tuples& facts = relation.facts;
  if (facts.empty()) return {};
  if (facts.arity != relation.arity() || facts.values.size() != facts.count * facts.arity)
    return "has facts of another arity";
  for (std::size_t i = 0; i < facts.values.size(); ++i) {
    std::string wrong = wrong_value(program, relation.attributes[i % facts.arity].type, facts.values[i]);
    if (!wrong.empty()) return "has " + wrong + " in fact " + std::to_string(i / facts.arity + 1);
  }
  return {};
}

std::string relation_problem(const Program& program, const Relation& relation) {
  if (relation.name.empty()) return "has no name";
  if (std::string wrong = fact_problem(program, relation); !wrong.empty()) return wrong;
  if (relation.from_seed) return {};
  if (relation.representation == Representation::Eqrel &&
      (relation.arity() != 2 || relation.attributes[0].type != relation.attributes[1].type ||
       relation.attributes[0].declared != relation.attributes[1].declared))
    return "is an equivalence but does not have two attributes of the same type";
  if (relation.dominance) {
    const std::size_t column = relation.dominance->column;
    if (column >= relation.arity() || !is_numeric(relation.attributes[column].type))
      return "is subsumed by a column that has no numbers";
  }
  for (const std::vector<std::uint32_t>& key : relation.choice_domains) {
    for (const std::uint32_t attribute : key) {
      if (attribute >= relation.arity()) return "has a choice domain over an attribute that does not exist";
    }
  }
  return {};
}

/// A name of two relations.
std::optional<std::string_view> repeated_name(const Program& program) {
  std::vector<std::string_view> names;
  names.reserve(program.relations.size());
  for (const Relation& relation : program.relations) names.push_back(relation.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return std::nullopt;
  return *twice;
}

/// `rule 3, of "path",`
std::string rule_name(const Program& program, std::size_t i) {
  std::string text = "rule " + std::to_string(i + 1);
  const Rule& rule = program.rules[i];
  if (!rule.heads.empty() && rule.heads[0].relation < program.relations.size())
    text += ", of " + quoted_text(program.relations[rule.heads[0].relation].name) + ",";
  return text;
}

}  // namespace

Status check(const Program& program) {
  for (const Relation& relation : program.relations) {
    if (const std::string wrong = relation_problem(program, relation); !wrong.empty())
      return Error{"relation " + quoted_text(relation.name) + " " + wrong, ""};
  }
  if (const auto twice = repeated_name(program)) return Error{"two relations have the name " + quoted_text(*twice), ""};
  for (std::size_t i = 0; i < program.rules.size(); ++i) {
    if (const std::string wrong = RuleCheck(program, program.rules[i]).problem(); !wrong.empty())
      return Error{rule_name(program, i) + " " + wrong, ""};
  }
  if (const auto rule = unstratified_rule(program)) {
    return Error{rule_name(program, *rule) + " negates or aggregates a relation that depends on its own head",
                 "the program is not stratified"};
  }
  return {};
}

}  // namespace assay::datalog
