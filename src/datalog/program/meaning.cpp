#include "datalog/program/meaning.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <tuple>
#include <utility>

#include "datalog/program/wording.hpp"

namespace assay::datalog {

bool keeps_duplicates(const Relation& relation) {
  return relation.wordings != 0 && (way_of(relation.wordings, Wording::Rows) & kBagRows) != 0;
}

bool has_sql_meaning(const Program& program) {
  return std::any_of(program.relations.begin(), program.relations.end(), [](const Relation& relation) {
    return relation.wordings != 0 && (way_of(relation.wordings, Wording::Rows) != 0 || numbers_rows(relation));
  });
}

bool numbers_rows(const Relation& relation) { return way_of(relation.wordings, Wording::Order) != 0; }

std::optional<RelationId> searched_by(const Program& program, RelationId id) {
  const Relation& relation = program.relations[id];
  std::optional<RelationId> searched;
  if (!numbers_rows(relation) || !relation.facts.empty()) return searched;
  for (const Rule& rule : program.rules) {
    if (rule.heads.front().relation != id) continue;
    const Terms& head = rule.heads.front().arguments;
    const auto* atom = rule.body.size() == 1 ? std::get_if<Atom>(&rule.body.front()) : nullptr;
    if (atom == nullptr || atom->negated || atom->relation == id || searched) return std::nullopt;
    if (head.size() != atom->arguments.size() + 1 || !head.back().is_constant()) return std::nullopt;
    for (std::size_t i = 0; i < atom->arguments.size(); ++i) {
      const auto same = std::count(atom->arguments.begin(), atom->arguments.end(), head[i]);
      if (!head[i].is_variable() || same != 1 || atom->arguments[i] != head[i]) return std::nullopt;
    }
    searched = atom->relation;
  }
  return searched;
}

bool negates_by_not_in(const Relation& relation) { return way_of(relation.wordings, Wording::Negation) == kNotInWay; }

std::optional<Value> null_symbol(const Program& program) {
  const auto found = std::find(program.symbols.begin(), program.symbols.end(), kNullSymbol);
  return found == program.symbols.end() ? std::nullopt : std::optional<Value>(found - program.symbols.begin());
}

bool is_null(Value value, Type type, const std::optional<Value>& null_symbol) {
  return type == Type::Symbol ? null_symbol == value : value == kNull;
}

std::vector<TableState> table_states(const Program& program) {
  constexpr std::string_view kSeparator = "__";
  std::vector<TableState> states;
  for (RelationId id = 0; id < program.relations.size(); ++id) {
    const Relation& relation = program.relations[id];
    if (relation.wordings == 0 || way_of(relation.wordings, Wording::State) == 0) continue;
    const std::size_t at = relation.name.rfind(kSeparator);
    if (at == std::string::npos) continue;
    TableState state{0, 0, id};
    const char* digits = relation.name.data() + at + kSeparator.size();
    std::from_chars(digits, relation.name.data() + relation.name.size(), state.time);
    const auto table = std::find_if(program.relations.begin(), program.relations.end(), [&](const Relation& other) {
      return other.name == std::string_view(relation.name).substr(0, at) && other.arity() == relation.arity();
    });
    state.table = static_cast<RelationId>(table - program.relations.begin());
    const bool has_rules = std::any_of(program.rules.begin(), program.rules.end(), [&](const Rule& rule) {
      return rule.heads.front().relation == state.table || rule.heads.front().relation == id;
    });
    if (table != program.relations.end() && state.time > 0 && !has_rules) states.push_back(state);
  }
  std::sort(states.begin(), states.end(), [](const TableState& a, const TableState& b) {
    return std::tie(a.time, a.table, a.rows) < std::tie(b.time, b.table, b.rows);
  });
  return states;
}

namespace {

/// By relation: whether it depends on a relation of `from`.
std::vector<bool> dependents(const Program& program, std::vector<bool> from) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Rule& rule : program.rules) {
      const RelationId head = rule.heads.front().relation;
      for_each_body_atom(rule, [&](const Atom& atom) {
        if (!from[atom.relation] || from[head]) return;
        from[head] = changed = true;
      });
    }
  }
  return from;
}

}  // namespace

Program unrolled(const Program& program) {
  const std::vector<TableState> states = table_states(program);
  Program all = program;
  std::vector<bool> tables(program.relations.size(), false);
  std::vector<RelationId> now(program.relations.size());  // by relation: the relation that holds its rows at a time
  for (RelationId id = 0; id < now.size(); ++id) now[id] = id;
  for (const TableState& state : states) tables[state.table] = true;
  const std::vector<bool> affected = dependents(program, tables);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const TableState& state = states[i];
    Relation& rows = all.relations[state.rows];
    rows.wordings = with_way(program.relations[state.table].wordings, Wording::State, 0);
    rows.is_output = program.relations[state.table].is_output;
    now[state.table] = state.rows;
    if (i + 1 < states.size() && states[i + 1].time == state.time) continue;
    for (RelationId id = 0; id < affected.size(); ++id) {
      if (!affected[id] || tables[id]) continue;
      now[id] = static_cast<RelationId>(all.relations.size());
      all.relations.push_back(program.relations[id]);
      all.relations.back().name += "__" + std::to_string(state.time);
    }
    for (Rule rule : program.rules) {
      if (!affected[rule.heads.front().relation]) continue;
      for (Atom& head : rule.heads) head.relation = now[head.relation];
      for (Literal& literal : rule.body) {
        if (auto* atom = std::get_if<Atom>(&literal)) atom->relation = now[atom->relation];
        if (auto* aggregate = std::get_if<Aggregate>(&literal))
          for (Atom& atom : aggregate->atoms) atom.relation = now[atom.relation];
      }
      all.rules.push_back(std::move(rule));
    }
  }
  return all;
}

}  // namespace assay::datalog
