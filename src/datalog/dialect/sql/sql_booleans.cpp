#include <numeric>
#include <vector>

#include "datalog/dialect/sql/sql_select.hpp"

namespace assay::datalog::sql {
namespace {

/// Classes of columns and variables that meet. A class is boolean as long as no number but 0 and 1 is in it.
class NumberClasses {
 public:
  explicit NumberClasses(const Program& program) : program_(program) {
    for (const Relation& relation : program.relations) {
      first_column_.push_back(count_);
      count_ += relation.arity();
    }
    for (const Rule& rule : program.rules) {
      first_variable_.push_back(count_);
      count_ += rule.variables.size();
    }
    parents_.resize(count_);
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
    boolean_.assign(count_, true);
    for (RelationId id = 0; id < program.relations.size(); ++id) add_facts(id, id);
    for (const TableState& state : table_states(program)) add_facts(state.rows, state.table);
    for (std::size_t i = 0; i < program.rules.size(); ++i) add_rule(i);
  }

  [[nodiscard]] bool is_boolean_column(RelationId id, std::size_t column) {
    return is_boolean(first_column_[id] + column);
  }
  [[nodiscard]] bool is_boolean_variable(std::size_t rule, std::size_t variable) {
    return is_boolean(first_variable_[rule] + variable);
  }

 private:
  std::size_t root(std::size_t node) {
    while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
    return node;
  }
  bool is_boolean(std::size_t node) { return boolean_[root(node)]; }
  void join(std::size_t a, std::size_t b) {
    const bool both = is_boolean(a) && is_boolean(b);
    parents_[root(a)] = root(b);
    boolean_[root(b)] = both;
  }
  void refuse(std::size_t node) { boolean_[root(node)] = false; }
  static bool fits(Value value) { return value == 0 || value == 1 || value == kNull; }

  void add_facts(RelationId rows, RelationId table) {
    const Relation& relation = program_.relations[rows];
    for (std::size_t column = 0; column < relation.arity(); ++column) {
      const std::size_t node = first_column_[rows] + column;
      join(node, first_column_[table] + column);
      const bool is_place = numbers_rows(relation) && column + 1 == relation.arity();
      if (relation.attributes[column].type != Type::Number || is_place) refuse(node);
      for (std::size_t i = 0; i < relation.facts.count; ++i)
        if (!fits(relation.facts.row(i)[column])) refuse(node);
    }
  }

  void meet(std::size_t rule, std::size_t node, const Term& term) {
    if (term.is_variable()) join(node, first_variable_[rule] + static_cast<std::size_t>(term.value));
    if (term.is_constant() && !fits(term.value)) refuse(node);
  }
  void refuse(std::size_t rule, const Term& term) {
    if (term.is_variable()) refuse(first_variable_[rule] + static_cast<std::size_t>(term.value));
  }
  void add_atom(std::size_t rule, const Atom& atom) {
    for (std::size_t i = 0; i < atom.arguments.size(); ++i)
      meet(rule, first_column_[atom.relation] + i, atom.arguments[i]);
  }
  void add_comparison(std::size_t rule, const Comparison& it) {
    const bool ordered = it.comparator != Comparator::Equal && it.comparator != Comparator::NotEqual;
    for (const auto& [one, other] : {std::pair(it.left, it.right), std::pair(it.right, it.left)}) {
      if (one.is_variable()) meet(rule, first_variable_[rule] + static_cast<std::size_t>(one.value), other);
      if (ordered) refuse(rule, one);
    }
  }

  void add_rule(std::size_t number) {
    const Rule& rule = program_.rules[number];
    for (const Atom& head : rule.heads) add_atom(number, head);
    for (const Literal& literal : rule.body) {
      if (const auto* atom = std::get_if<Atom>(&literal)) add_atom(number, *atom);
      if (const auto* it = std::get_if<Comparison>(&literal)) add_comparison(number, *it);
      if (const auto* it = std::get_if<Computation>(&literal))
        for (const Term& term : {it->result, it->left, it->right}) refuse(number, term);
      if (const auto* it = std::get_if<Aggregate>(&literal)) {
        for (const Term& term : {it->result, it->target}) refuse(number, term);
        for (const Atom& atom : it->atoms) add_atom(number, atom);
        for (const Comparison& comparison : it->comparisons) add_comparison(number, comparison);
      }
    }
  }

  const Program& program_;
  std::size_t count_ = 0;
  std::vector<std::size_t> first_column_;    ///< by RelationId
  std::vector<std::size_t> first_variable_;  ///< by rule
  std::vector<std::size_t> parents_;
  std::vector<bool> boolean_;  ///< of roots
};

}  // namespace

Program with_booleans(Program program, const SqlEngine& engine) {
  if (program.relations.empty() ||
      (used_way(engine, program.relations.front().wordings, Wording::Values) & kBooleans) == 0)
    return program;
  NumberClasses classes(program);
  std::vector<std::vector<bool>> columns(program.relations.size());
  for (RelationId id = 0; id < program.relations.size(); ++id)
    for (std::size_t i = 0; i < program.relations[id].arity(); ++i)
      columns[id].push_back(classes.is_boolean_column(id, i));
  std::vector<std::vector<bool>> variables(program.rules.size());
  for (std::size_t rule = 0; rule < program.rules.size(); ++rule)
    for (std::size_t i = 0; i < program.rules[rule].variables.size(); ++i)
      variables[rule].push_back(program.rules[rule].variables[i] == Type::Number &&
                                classes.is_boolean_variable(rule, i));
  for (RelationId id = 0; id < columns.size(); ++id)
    for (std::size_t i = 0; i < columns[id].size(); ++i)
      if (columns[id][i]) program.relations[id].attributes[i].type = Type::Bool;
  const auto retype = [&](Atom& atom) {
    for (std::size_t i = 0; i < atom.arguments.size(); ++i)
      if (columns[atom.relation][i]) atom.arguments[i].type = Type::Bool;
  };
  for (std::size_t number = 0; number < program.rules.size(); ++number) {
    Rule& rule = program.rules[number];
    const auto is_boolean = [&](const Term& term) {
      return term.is_variable() && variables[number][static_cast<std::size_t>(term.value)];
    };
    const auto retype_sides = [&](Comparison& comparison) {
      if (!is_boolean(comparison.left) && !is_boolean(comparison.right)) return;
      comparison.left.type = comparison.right.type = Type::Bool;
    };
    for (std::size_t i = 0; i < variables[number].size(); ++i)
      if (variables[number][i]) rule.variables[i] = Type::Bool;
    for (Atom& head : rule.heads) retype(head);
    for (Literal& literal : rule.body) {
      if (auto* atom = std::get_if<Atom>(&literal)) retype(*atom);
      if (auto* comparison = std::get_if<Comparison>(&literal)) retype_sides(*comparison);
      if (auto* aggregate = std::get_if<Aggregate>(&literal)) {
        for (Atom& atom : aggregate->atoms) retype(atom);
        for (Comparison& comparison : aggregate->comparisons) retype_sides(comparison);
      }
    }
  }
  return program;
}

}  // namespace assay::datalog::sql
