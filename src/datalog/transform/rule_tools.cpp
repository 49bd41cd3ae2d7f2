#include "datalog/transform/rule_tools.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace assay::datalog {
namespace {

class Counter {
 public:
  explicit Counter(std::size_t variables) {
    counts.outside.resize(variables, 0);
    counts.inside.resize(variables, 0);
  }

  void operator()(const Atom& atom) {
    for (const Term& term : atom.arguments) count(counts.outside, term);
  }
  void operator()(const Comparison& comparison) {
    count(counts.outside, comparison.left);
    count(counts.outside, comparison.right);
  }
  void operator()(const Computation& computation) {
    count(counts.outside, computation.result);
    count(counts.outside, computation.left);
    count(counts.outside, computation.right);
  }
  void operator()(const Call& call) {
    count(counts.outside, call.result);
    for (const Term& term : call.arguments) count(counts.outside, term);
  }
  void operator()(const Aggregate& aggregate) {
    count(counts.outside, aggregate.result);
    count(counts.inside, aggregate.target);
    for (const Atom& atom : aggregate.atoms) {
      for (const Term& term : atom.arguments) count(counts.inside, term);
    }
    for (const Comparison& comparison : aggregate.comparisons) {
      count(counts.inside, comparison.left);
      count(counts.inside, comparison.right);
    }
  }

  Occurrences counts;

 private:
  static void count(Occurrences::Counts& in, const Term& term) {
    if (term.is_variable()) ++in[Occurrences::index(term)];
  }
};

}  // namespace

Occurrences occurrences(const Rule& rule) {
  Counter counter(rule.variables.size());
  for (const Atom& head : rule.heads) counter(head);
  for (const Literal& literal : rule.body) std::visit([&](const auto& it) { counter(it); }, literal);
  return std::move(counter.counts);
}

const Atom* positive_atom(const Literal& literal) {
  const auto* atom = std::get_if<Atom>(&literal);
  return atom != nullptr && !atom->negated ? atom : nullptr;
}

std::vector<std::uint32_t> positive_atoms(const Rule& rule) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
    if (positive_atom(rule.body[i]) != nullptr) found.push_back(i);
  }
  return found;
}

bool has_computation(const Rule& rule) {
  return std::any_of(rule.body.begin(), rule.body.end(), [](const Literal& literal) {
    return std::holds_alternative<Computation>(literal) || std::holds_alternative<Call>(literal);
  });
}

bool has_aggregate(const Rule& rule) {
  return std::any_of(rule.body.begin(), rule.body.end(),
                     [](const Literal& literal) { return std::holds_alternative<Aggregate>(literal); });
}

bool has_division(const Rule& rule) {
  return std::any_of(rule.body.begin(), rule.body.end(), [](const Literal& literal) {
    const auto* call = std::get_if<Call>(&literal);
    if (call != nullptr && is_partial(*call)) return true;
    const auto* computation = std::get_if<Computation>(&literal);
    return computation != nullptr && (computation->op == Operator::Divide || computation->op == Operator::Modulo);
  });
}

bool is_joinable(Type type) { return type != Type::Float && type != Type::Opaque; }

bool is_joinable(const Attribute& attribute) { return is_joinable(attribute.type) && attribute.declared.empty(); }

bool is_plain(const Program& program, const Rule& rule) {
  const auto plain = [&](const Atom& atom) {
    const std::vector<Attribute>& attributes = program.relations[atom.relation].attributes;
    return std::all_of(attributes.begin(), attributes.end(), [](const Attribute& it) { return it.declared.empty(); });
  };
  bool all = std::all_of(rule.heads.begin(), rule.heads.end(), plain) &&
             std::find(rule.variables.begin(), rule.variables.end(), Type::Opaque) == rule.variables.end();
  for_each_body_atom(rule, [&](const Atom& atom) { all = all && plain(atom); });
  return all;
}

Term fresh_variable(Rule& rule, Type type) {
  rule.variables.push_back(type);
  return Term::variable(static_cast<std::uint32_t>(rule.variables.size() - 1), type);
}

void replace_variable(Rule& rule, const Term& variable, const Term& by) {
  const Term old = variable;  // a copy, because `variable` may be a reference into the rule
  for_each_term(rule, [&](Term& term) {
    if (term == old) term = by;
  });
}

void insert_literal(Rule& rule, std::size_t at, Literal literal) {
  rule.body.insert(rule.body.begin() + static_cast<std::ptrdiff_t>(at), std::move(literal));
}

void erase_literal(Rule& rule, std::size_t at) { rule.body.erase(rule.body.begin() + static_cast<std::ptrdiff_t>(at)); }

bool stays_sound(const Rule& before, const Rule& after) {
  if (after.body.empty() || !is_safe(after)) return false;
  if (!has_aggregate(after)) return true;
  const Occurrences old = occurrences(before);
  const Occurrences now = occurrences(after);
  for (std::size_t i = 0; i < old.outside.size(); ++i) {
    if (now.inside[i] > 0 && (old.outside[i] > 0) != (now.outside[i] > 0)) return false;
  }
  return true;
}

namespace {

/// Whether replacing the variables of `atom` that occur nowhere else in the rule (`counts`) can turn it into `other`.
bool maps_to(const Atom& atom, const Atom& other, const Occurrences& counts) {
  if (atom.relation != other.relation) return false;
  for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
    const Term& term = atom.arguments[i];
    if (term.is_wildcard()) continue;
    const auto same = static_cast<std::uint32_t>(std::count(atom.arguments.begin(), atom.arguments.end(), term));
    if (term.is_constant() || counts.total(term) > same) {
      if (term != other.arguments[i]) return false;
      continue;
    }
    // All occurrences must map to the same term. Two wildcards are not the same term.
    const auto first = std::find(atom.arguments.begin(), atom.arguments.end(), term) - atom.arguments.begin();
    const Term& image = other.arguments[static_cast<std::size_t>(first)];
    if (same > 1 && (image.is_wildcard() || image != other.arguments[i])) return false;
  }
  return true;
}

}  // namespace

bool is_contained(const Rule& rule, std::size_t removed) { return is_contained(rule, removed, occurrences(rule)); }

bool is_contained(const Rule& rule, std::size_t removed, const Occurrences& counts) {
  const Atom& atom = std::get<Atom>(rule.body[removed]);
  for (std::size_t i = 0; i < rule.body.size(); ++i) {
    if (i == removed) continue;
    const Atom* other = positive_atom(rule.body[i]);
    if (other != nullptr && maps_to(atom, *other, counts)) return true;
  }
  return false;
}

Rule canonical(const Rule& rule) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  Rule result = rule;
  result.variables.clear();
  std::vector<std::uint32_t> numbers(rule.variables.size(), kNone);
  const auto visit = [&](Term& term) {
    if (!term.is_variable()) return;
    std::uint32_t& number = numbers[Occurrences::index(term)];
    if (number == kNone) {
      number = static_cast<std::uint32_t>(result.variables.size());
      result.variables.push_back(term.type);
    }
    term.value = number;
  };
  const std::vector<Atom> heads = std::exchange(result.heads, {});
  for_each_term(result, visit);
  Rule only_heads{heads, {}, {}};
  for_each_term(only_heads, visit);
  result.heads = std::move(only_heads.heads);
  return result;
}

}  // namespace assay::datalog
