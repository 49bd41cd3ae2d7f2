#include "datalog_edits.hpp"

#include <algorithm>
#include <utility>

#include "assay/datalog/dialect.hpp"

namespace assay::datalog {
namespace {

bool uses_relation(const Rule& rule, RelationId relation) {
  bool found =
      std::any_of(rule.heads.begin(), rule.heads.end(), [&](const Atom& head) { return head.relation == relation; });
  for_each_body_atom(rule, [&](const Atom& atom) { found = found || atom.relation == relation; });
  return found;
}

/// Calls `change(atom)` for every atom of the rule.
template <typename Change>
void change_atoms(Rule& rule, Change change) {
  for (Atom& head : rule.heads) change(head);
  for (Literal& literal : rule.body) {
    if (auto* atom = std::get_if<Atom>(&literal)) change(*atom);
    if (auto* aggregate = std::get_if<Aggregate>(&literal))
      for (Atom& atom : aggregate->atoms) change(atom);
  }
}

bool drop_literals(const Rule& rule, const std::function<bool(const Rule&)>& visit) {
  for (std::size_t i = 0; i < rule.body.size(); ++i) {
    Rule smaller = rule;
    smaller.body.erase(smaller.body.begin() + static_cast<std::ptrdiff_t>(i));
    if (visit(smaller)) return true;
  }
  for (std::size_t i = 0; rule.heads.size() > 1 && i < rule.heads.size(); ++i) {
    Rule smaller = rule;
    smaller.heads.erase(smaller.heads.begin() + static_cast<std::ptrdiff_t>(i));
    if (visit(smaller)) return true;
  }
  return false;
}

bool merge_variables(const Rule& rule, const std::function<bool(const Rule&)>& visit) {
  for (std::uint32_t from = 0; from < rule.variables.size(); ++from) {
    for (std::uint32_t into = 0; into < from; ++into) {
      if (rule.variables[from] != rule.variables[into]) continue;
      Rule smaller = rule;
      for_each_term(smaller, [&](Term& term) {
        if (term.is_variable() && term.value == from) term.value = into;
      });
      renumber_variables(smaller);
      if (visit(smaller)) return true;
    }
  }
  return false;
}

/// Whether a simpler constant may exist. Symbols are all equally simple.
bool has_simpler(const Term& term) {
  return term.is_constant() && (term.type == Type::Number || term.type == Type::Unsigned);
}

bool simplify_constants(const Rule& rule, const std::function<bool(const Rule&)>& visit) {
  std::vector<Value> constants;
  for_each_term(rule, [&](const Term& term) {
    if (has_simpler(term) && term.value != 0) constants.push_back(term.value);
  });
  std::sort(constants.begin(), constants.end());
  constants.erase(std::unique(constants.begin(), constants.end()), constants.end());
  for (const Value constant : constants) {
    for (const Value simpler : {Value{0}, Value{1}, constant / 2}) {
      if (simpler == constant || (constant == 1 && simpler != 0)) continue;
      Rule smaller = rule;
      for_each_term(smaller, [&](Term& term) {
        if (has_simpler(term) && term.value == constant) term.value = simpler;
      });
      if (visit(smaller)) return true;
    }
  }
  return false;
}

}  // namespace

Program with_rules(const Program& program, const std::vector<bool>& kept) {
  Program smaller = program;
  smaller.rules.clear();
  for (std::size_t i = 0; i < program.rules.size(); ++i)
    if (kept[i]) smaller.rules.push_back(program.rules[i]);
  return smaller;
}

Program with_facts(const Program& program, RelationId relation, const std::vector<bool>& kept) {
  Program smaller = program;
  const Tuples& facts = program.relations[relation].facts;
  Tuples fewer;
  fewer.arity = facts.arity;
  for (std::size_t i = 0; i < facts.count; ++i)
    if (kept[i]) fewer.add(facts.row(i));
  smaller.relations[relation].facts = std::move(fewer);
  return smaller;
}

Program without_relation(const Program& program, RelationId relation) {
  Program smaller = program;
  std::erase_if(smaller.rules, [&](const Rule& rule) { return uses_relation(rule, relation); });
  smaller.relations.erase(smaller.relations.begin() + relation);
  for (Rule& rule : smaller.rules)
    change_atoms(rule, [&](Atom& atom) { atom.relation -= atom.relation > relation ? 1 : 0; });
  return smaller;
}

Program without_column(const Program& program, RelationId relation, std::size_t column) {
  Program smaller = program;
  Relation& changed = smaller.relations[relation];
  const Tuples facts = changed.facts;
  if (changed.dominance) {
    if (changed.dominance->column == column) {
      changed.dominance.reset();
    } else if (changed.dominance->column > column) {
      --changed.dominance->column;
    }
  }
  for (std::vector<std::uint32_t>& key : changed.choice_domains) {
    std::erase(key, column);
    for (std::uint32_t& attribute : key) attribute -= attribute > column ? 1 : 0;
  }
  std::erase_if(changed.choice_domains, [](const std::vector<std::uint32_t>& key) { return key.empty(); });
  changed.attributes.erase(changed.attributes.begin() + static_cast<std::ptrdiff_t>(column));
  changed.facts = {};
  changed.facts.arity = facts.arity - 1;
  for (std::size_t i = 0; i < facts.count; ++i) {
    const Value* row = facts.row(i);
    std::vector<Value> tuple(row, row + column);
    tuple.insert(tuple.end(), row + column + 1, row + facts.arity);
    changed.facts.add(tuple);
  }
  for (Rule& rule : smaller.rules) {
    change_atoms(rule, [&](Atom& atom) {
      if (atom.relation == relation) atom.arguments.erase(atom.arguments.begin() + static_cast<std::ptrdiff_t>(column));
    });
    renumber_variables(rule);
  }
  return smaller;
}

std::optional<Program> with_seed_text(const Program& program, std::string text) {
  const Result<SeedReading> seed = read_seed(program.seed.dialect, text, "");
  if (!seed) return std::nullopt;
  const auto declares = [&](const std::string& name) {
    const std::vector<Relation>& all = seed->program.relations;
    return std::any_of(all.begin(), all.end(), [&](const Relation& one) { return one.name == name; });
  };
  Program smaller = program;
  smaller.seed.text = std::move(text);
  for (std::size_t i = smaller.relations.size(); i-- > 0;) {
    const Relation& relation = smaller.relations[i];
    if (relation.from_seed && !declares(relation.name)) smaller = without_relation(smaller, static_cast<RelationId>(i));
  }
  return smaller;
}

void renumber_variables(Rule& rule) {
  std::vector<bool> used(rule.variables.size());
  for_each_term(rule, [&](const Term& term) {
    if (term.is_variable()) used[static_cast<std::size_t>(term.value)] = true;
  });
  std::vector<Value> number(rule.variables.size());
  std::vector<Type> types;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    number[i] = static_cast<Value>(types.size());
    types.push_back(rule.variables[i]);
  }
  for_each_term(rule, [&](Term& term) {
    if (term.is_variable()) term.value = number[static_cast<std::size_t>(term.value)];
  });
  rule.variables = std::move(types);
}

bool for_each_smaller_rule(const Rule& rule, const std::function<bool(const Rule&)>& visit) {
  const auto numbered = [&](const Rule& smaller) {
    Rule neat = smaller;
    renumber_variables(neat);
    return visit(neat);
  };
  return drop_literals(rule, numbered) || merge_variables(rule, visit) || simplify_constants(rule, visit);
}

}  // namespace assay::datalog
