#include "sql_programs.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "datalog/graph/graph.hpp"
#include "datalog/graph/recursion.hpp"
#include "datalog/program/meaning.hpp"
#include "datalog/program/wording.hpp"
#include "qualify.hpp"

namespace assay::datalog {
namespace {

class SmallProgram {
 public:
  SmallProgram(const core::Rng& rng, bool changing, bool for_sql)
      : rng_(rng),
        changing_(changing),
        for_sql_(for_sql),
        nulls_(for_sql && rng_.percent(changing ? 30 : 0)),
        bags_(for_sql && changing && rng_.coin()),
        numbers_(rng_.percent(25) ? 2 : 4) {
    for (const char* symbol : {"a", "b", ""}) program_.intern(symbol);
  }

  Program make_changing() {
    const std::uint64_t tables = 1 + rng_.below(2);
    for (std::uint64_t i = 0; i < tables; ++i) add_table();
    const std::uint64_t views = 1 + rng_.below(3);
    for (std::uint64_t i = 0; i < views; ++i) !for_sql_&& rng_.coin() ? add_component() : add_view();
    if (for_sql_) draw_wordings(program_, 0, rng_);
    for (RelationId id = 0; for_sql_ && id < program_.relations.size(); ++id) {
      Relation& relation = program_.relations[id];
      constexpr unsigned kMaintained = 70;  // in percent
      if (id >= tables && rng_.percent(kMaintained))
        relation.wordings = with_way(relation.wordings, Wording::Storage, kMaintainedWay);
      if (id < tables && nulls_) add_meaning(relation, kNullRows);
      if (is_bag_[id]) add_meaning(relation, kBagRows);
    }
    for (const Rule& rule : program_.rules) {
      Wordings& wordings = program_.relations[rule.heads.front().relation].wordings;
      if (nulls_ && rng_.coin()) wordings = with_way(wordings, Wording::Negation, kNotInWay);
    }
    add_states(static_cast<RelationId>(tables));
    return std::move(program_);
  }

  Program make_recursive(bool with_search) {
    const std::uint64_t tables = 1 + rng_.below(3);
    for (std::uint64_t i = 0; i < tables; ++i) add_table();
    const std::uint64_t parts = 1 + rng_.below(3);
    for (std::uint64_t i = 0; i < parts; ++i) {
      if (rng_.percent(30)) add_view();
      add_component();
    }
    if (rng_.percent(60)) rng_.coin() ? add_projection() : add_view();
    if (with_search && rng_.percent(30)) add_search();
    for (std::size_t id = 0; id + 1 < program_.relations.size(); ++id)
      if (rng_.percent(40)) program_.relations[id].is_output = false;
    draw_wordings(program_, 0, rng_);
    for (const RelationId id : singles_)
      if (rng_.percent(30))
        program_.relations[id].wordings = with_way(program_.relations[id].wordings, Wording::Storage, kCorrelatedWay);
    for (const RelationId first : pairs_) {
      if (rng_.coin()) continue;
      Wordings& wordings = program_.relations[first].wordings;
      wordings = with_way(wordings, Wording::Arms, kMemberWays[rng_.below(std::size(kMemberWays))]);
      for (const RelationId id : {first, first + 1})
        program_.relations[id].wordings = with_way(program_.relations[id].wordings, Wording::Storage, 0);
    }
    if (searches_.second != 0) {
      Wordings& wordings = program_.relations[searches_.first].wordings;
      wordings = with_way(wordings, Wording::Order, searches_.second);
    }
    return std::move(program_);
  }

 private:
  [[nodiscard]] Type draw_type() { return rng_.percent(20) ? Type::Symbol : Type::Number; }
  [[nodiscard]] Value draw_value(Type type) {
    if (nulls_ && rng_.percent(20)) return null_of(program_, type);
    return static_cast<Value>(rng_.below(type == Type::Symbol ? 3 : numbers_));
  }
  [[nodiscard]] std::vector<Value> draw_row(RelationId id) {
    std::vector<Value> row;
    for (const Attribute& attribute : program_.relations[id].attributes) row.push_back(draw_value(attribute.type));
    return row;
  }
  static bool has(const Tuples& rows, const std::vector<Value>& row) {
    for (std::size_t i = 0; i < rows.count; ++i)
      if (std::equal(row.begin(), row.end(), rows.row(i))) return true;
    return false;
  }
  void insert(RelationId id, Tuples& rows, const std::vector<Value>& row) const {
    if (is_bag_[id] || !has(rows, row)) rows.add(row);
  }

  RelationId add_relation(const std::string& stem, const std::vector<Type>& types) {
    Relation relation;
    relation.name = stem + std::to_string(program_.relations.size());
    for (const Type type : types) relation.attributes.push_back({"a" + std::to_string(relation.arity()), type, {}});
    relation.facts.arity = types.size();
    program_.relations.push_back(std::move(relation));
    is_bag_.push_back(bags_ && rng_.coin());
    return static_cast<RelationId>(program_.relations.size() - 1);
  }

  void add_table() {
    const bool chain = !changing_ && rng_.percent(35);  // (0, 1), (1, 2), ...: recursions over it have many steps
    std::vector<Type> types;
    const std::uint64_t arity = rng_.percent(70) ? 2 : 1 + rng_.below(3);
    for (std::uint64_t i = 0; i < arity; ++i) types.push_back(draw_type());
    const RelationId id = add_relation("in", chain ? std::vector<Type>(2, Type::Number) : types);
    program_.relations[id].is_output = rng_.percent(20);
    const auto rows = static_cast<Value>((changing_ ? 0 : 2) + rng_.below(5));
    for (Value i = 0; i < rows; ++i)
      insert(id, program_.relations[id].facts, chain ? std::vector<Value>{i, i + 1} : draw_row(id));
  }

  /// Relations that new rules may read.
  [[nodiscard]] std::uint64_t readable() const { return component_ == 0 ? program_.relations.size() : component_; }

  /// An atom of an earlier relation with a new variable for each argument.
  Atom draw_atom(Rule& rule) { return new_atom(static_cast<RelationId>(rng_.below(readable())), rule); }
  Atom new_atom(RelationId relation, Rule& rule) const {
    Atom atom{relation, false, {}};
    for (const Attribute& attribute : program_.relations[atom.relation].attributes) {
      atom.arguments.push_back(Term::variable(static_cast<std::uint32_t>(rule.variables.size()), attribute.type));
      rule.variables.push_back(attribute.type);
    }
    return atom;
  }
  [[nodiscard]] std::vector<Term> terms_of(const Terms& terms, Type type) const {
    std::vector<Term> found;
    std::copy_if(terms.begin(), terms.end(), std::back_inserter(found),
                 [type](const Term& term) { return term.is_variable() && term.type == type; });
    return found;
  }

  void add_view() {
    Rule rule;
    const Atom first = draw_atom(rule);
    rule.body.emplace_back(first);
    using Shape = void (SmallProgram::*)(Rule&);
    static constexpr Shape kShapes[] = {&SmallProgram::group,  &SmallProgram::group,  &SmallProgram::join,
                                        &SmallProgram::join,   &SmallProgram::filter, &SmallProgram::filter,
                                        &SmallProgram::negate, &SmallProgram::negate, &SmallProgram::add};
    (this->*kShapes[rng_.below(std::size(kShapes))])(rule);
    std::vector<Term> selected;
    if (const auto* aggregate = std::get_if<Aggregate>(&rule.body.back())) {
      for (const Term& term : first.arguments)
        if (std::get<Atom>(rule.body.front()).arguments[static_cast<std::size_t>(term.value)] == term)
          selected.push_back(term);
      selected.push_back(aggregate->result);
    } else {
      std::vector<Term> all;
      for (const Literal& literal : rule.body) {
        if (const auto* atom = std::get_if<Atom>(&literal); atom != nullptr && !atom->negated)
          all.insert(all.end(), atom->arguments.begin(), atom->arguments.end());
        if (const auto* computation = std::get_if<Computation>(&literal)) all.push_back(computation->result);
      }
      const std::uint64_t count = 1 + rng_.below(3);
      for (std::uint64_t i = 0; i < count; ++i) selected.push_back(rng_.pick(all));
    }
    std::vector<Type> types;
    for (const Term& term : selected) types.push_back(term.type);
    const RelationId id = add_relation("r", types);
    rule.heads.push_back({id, false, {selected.begin(), selected.end()}});
    program_.rules.push_back(rule);
    constexpr unsigned kMoreRules = 25;  // in percent
    if (std::holds_alternative<Aggregate>(rule.body.back())) {
      is_bag_[id] = false;
    } else if (rng_.percent(kMoreRules)) {
      rng_.coin() ? add_step(id) : add_arm(id);
    }
  }

  /// One relation, or two that depend on each other, with linear rules over what there is.
  void add_component() {
    const auto first = static_cast<RelationId>(program_.relations.size());
    const auto count = static_cast<RelationId>(rng_.percent(60) ? 1 : 2);
    const std::vector<Type> types = rng_.percent(25) ? std::vector<Type>{Type::Number, draw_type()}
                                                     : std::vector<Type>(1 + rng_.below(2), Type::Number);
    for (RelationId i = 0; i < count; ++i) add_relation("r", types);
    component_ = first;
    (count > 1 ? pairs_ : singles_).push_back(first);
    const bool nested = count == 2 && rng_.coin();  // the second one's recursion can be nested in the first one's
    for (RelationId id = first; id < first + count; ++id) {
      if (!nested || id == first) rng_.percent(30) ? add_start(id) : add_recursive_rule(id, std::nullopt);
      const bool own = count == 1 || (!nested && rng_.percent(15));
      add_recursive_rule(id, own ? id : first + (id == first ? 1 : 0));
      if (nested && id > first) add_recursive_rule(id, id);
      if (!nested && rng_.percent(20)) add_recursive_rule(id, static_cast<RelationId>(first + rng_.below(count)));
    }
    if (!for_sql_ && rng_.coin()) add_step(first);
    component_ = 0;
  }

  /// One column of the newest relation.
  void add_projection() {
    Rule rule;
    const Atom atom = new_atom(static_cast<RelationId>(program_.relations.size() - 1), rule);
    const Term column = atom.arguments[static_cast<std::size_t>(rng_.below(atom.arguments.size()))];
    rule.heads.push_back({add_relation("r", {column.type}), false, {column}});
    rule.body.emplace_back(atom);
    program_.rules.push_back(std::move(rule));
  }

  /// A relation that numbers the rows of a recursive relation that depends on no other of its component.
  void add_search() {
    const PrecedenceGraph graph(program_);
    for (RelationId id = 0; id < program_.relations.size(); ++id) {
      if (!graph.recursive(id) || graph.component(graph.component_of(id)).size() > 1) continue;
      Rule rule;
      const Atom searched = new_atom(id, rule);
      rule.body.emplace_back(searched);
      std::vector<Type> types;
      for (const Attribute& attribute : program_.relations[id].attributes) types.push_back(attribute.type);
      types.push_back(Type::Number);
      Atom head{add_relation("o", types), false, searched.arguments};
      head.arguments.push_back(Term::constant(0, Type::Number));
      searches_ = {head.relation, rng_.coin() ? kDepthFirst : kBreadthFirst};
      rule.heads.push_back(std::move(head));
      program_.rules.push_back(std::move(rule));
      return;
    }
  }

  /// A rule without atoms: `r(x) :- x = 1`.
  void add_start(RelationId id) {
    Rule rule;
    rule.heads.push_back({id, false, {}});
    for (const Attribute& attribute : program_.relations[id].attributes) {
      const Term variable = Term::variable(static_cast<std::uint32_t>(rule.variables.size()), attribute.type);
      rule.variables.push_back(attribute.type);
      rule.heads.front().arguments.push_back(variable);
      rule.body.emplace_back(
          Comparison{Comparator::Equal, variable, Term::constant(draw_value(attribute.type), attribute.type)});
    }
    program_.rules.push_back(std::move(rule));
  }

  /// A rule that begins with an atom of `recursive`, or of an earlier relation, with up to two more literals. The head
  /// keeps many columns of the first atom.
  void add_recursive_rule(RelationId id, std::optional<RelationId> recursive) {
    Rule rule;
    rule.body.emplace_back(recursive ? new_atom(*recursive, rule) : draw_atom(rule));
    const std::uint64_t more = recursive ? 1 + rng_.below(2) : rng_.below(2);
    for (std::uint64_t i = 0; i < more; ++i) {
      using Shape = void (SmallProgram::*)(Rule&);
      static constexpr Shape kShapes[] = {&SmallProgram::join,    &SmallProgram::join,   &SmallProgram::join,
                                          &SmallProgram::join,    &SmallProgram::filter, &SmallProgram::negate,
                                          &SmallProgram::count_up};
      (this->*kShapes[rng_.below(std::size(kShapes))])(rule);
    }
    Terms bound;
    for (const Literal& literal : rule.body) {
      if (const auto* atom = std::get_if<Atom>(&literal); atom != nullptr && !atom->negated)
        for (const Term& term : atom->arguments) bound.push_back(term);
      if (const auto* computation = std::get_if<Computation>(&literal)) bound.push_back(computation->result);
    }
    Atom head{id, false, {}};
    const unsigned constants = recursive && rng_.percent(10) ? 100 : 8;  // in percent of the columns
    for (const Attribute& attribute : program_.relations[id].attributes) {
      const std::size_t at = head.arguments.size();
      const std::vector<Term> fitting = terms_of(bound, attribute.type);
      const bool keeps = at < first_arguments(rule).size() && first_arguments(rule)[at].type == attribute.type;
      if (fitting.empty() || rng_.percent(constants)) {
        head.arguments.push_back(Term::constant(draw_value(attribute.type), attribute.type));
      } else if (keeps && rng_.percent(45)) {
        head.arguments.push_back(first_arguments(rule)[at]);
      } else {
        head.arguments.push_back(rng_.coin() ? fitting.back() : rng_.pick(fitting));
      }
    }
    rule.heads.push_back(std::move(head));
    program_.rules.push_back(std::move(rule));
  }

  /// `x < 3, y = x + 1`.
  void count_up(Rule& rule) {
    const std::vector<Term> numbers = terms_of(first_arguments(rule), Type::Number);
    if (numbers.empty()) return;
    const Term& counted = rng_.pick(numbers);
    rule.variables.push_back(Type::Number);
    const Term result = Term::variable(static_cast<std::uint32_t>(rule.variables.size() - 1), Type::Number);
    rule.body.emplace_back(
        Comparison{Comparator::Less, counted, Term::constant(static_cast<Value>(1 + rng_.below(4)), Type::Number)});
    rule.body.emplace_back(Computation{result, Operator::Add, counted, Term::constant(1, Type::Number)});
  }

  /// `r(x, z) :- r(x, y), e(y, z)`, where r has two columns of one type. Except for SQL, e may be r.
  void add_step(RelationId id) {
    const Relation& own = program_.relations[id];
    if (own.arity() != 2 || own.attributes[0].type != own.attributes[1].type) return;
    const Type type = own.attributes[0].type;
    Rule rule{{}, {}, {type, type}};
    const Term x = Term::variable(0, type);
    const Term y = Term::variable(1, type);
    Atom edge{!for_sql_ && rng_.coin() ? id : static_cast<RelationId>(rng_.below(id)), false, {}};
    std::vector<std::size_t> columns;
    for (const Attribute& attribute : program_.relations[edge.relation].attributes) {
      edge.arguments.push_back(Term::variable(static_cast<std::uint32_t>(rule.variables.size()), attribute.type));
      if (attribute.type == type) columns.push_back(edge.arguments.size() - 1);
      rule.variables.push_back(attribute.type);
    }
    if (columns.size() < 2) return;
    const Term z = edge.arguments[columns[1]];
    edge.arguments[columns[0]] = y;
    rule.heads.push_back({id, false, {x, z}});
    rule.body = {Atom{id, false, {x, y}}, edge};
    program_.rules.push_back(std::move(rule));
  }

  /// Another rule: a projection of an earlier relation that has the types.
  void add_arm(RelationId id) {
    Rule rule;
    const Atom atom = draw_atom(rule);
    if (atom.relation == id) return;
    Atom head{id, false, {}};
    for (const Attribute& attribute : program_.relations[id].attributes) {
      const std::vector<Term> fitting = terms_of(atom.arguments, attribute.type);
      if (fitting.empty()) return;
      head.arguments.push_back(rng_.pick(fitting));
    }
    rule.heads.push_back(std::move(head));
    rule.body.emplace_back(atom);
    program_.rules.push_back(std::move(rule));
  }

  void filter(Rule& rule) {
    const Term term = rng_.pick(std::vector<Term>(first_arguments(rule).begin(), first_arguments(rule).end()));
    if (rng_.percent(30)) return;  // a projection
    const Comparator comparator =
        term.type == Type::Symbol ? static_cast<Comparator>(rng_.below(2)) : static_cast<Comparator>(rng_.below(6));
    const std::uint64_t values = term.type == Type::Symbol ? 3 : std::min<std::uint64_t>(numbers_, 3);
    rule.body.emplace_back(
        Comparison{comparator, term, Term::constant(static_cast<Value>(rng_.below(values)), term.type)});
  }
  void join(Rule& rule) {
    const std::uint64_t more = 1 + rng_.below(2);
    for (std::uint64_t i = 0; i < more; ++i) {
      Rule longer = rule;
      Atom atom = draw_atom(longer);
      const auto at = static_cast<std::size_t>(rng_.below(atom.arguments.size()));
      const std::vector<Term> same = terms_of(first_arguments(rule), atom.arguments[at].type);
      if (same.empty()) continue;
      atom.arguments[at] = rng_.pick(same);
      rule = std::move(longer);
      rule.body.emplace_back(std::move(atom));
    }
  }
  void negate(Rule& rule) {
    Atom atom{static_cast<RelationId>(rng_.below(readable())), true, {}};
    for (const Attribute& attribute : program_.relations[atom.relation].attributes) {
      const std::vector<Term> same = terms_of(first_arguments(rule), attribute.type);
      atom.arguments.push_back(same.empty() || rng_.percent(20) ? Term::wildcard(attribute.type) : rng_.pick(same));
    }
    rule.body.emplace_back(std::move(atom));
  }
  void add(Rule& rule) {
    const std::vector<Term> numbers = terms_of(first_arguments(rule), Type::Number);
    if (numbers.empty()) return;
    rule.variables.push_back(Type::Number);
    const Term result = Term::variable(static_cast<std::uint32_t>(rule.variables.size() - 1), Type::Number);
    rule.body.emplace_back(Computation{result, static_cast<Operator>(rng_.below(3)), rng_.pick(numbers),
                                       rng_.coin() ? rng_.pick(numbers) : Term::constant(1, Type::Number)});
  }
  /// One GROUP BY query; the columns that do not group become wildcards of the first atom.
  void group(Rule& rule) {
    Atom& outer = std::get<Atom>(rule.body.front());
    if (outer.arguments.size() < 2) return;
    const auto grouping = static_cast<std::size_t>(rng_.below(outer.arguments.size()));
    Aggregate aggregate;
    Atom inner{outer.relation, false, {}};
    std::vector<Term> numbers;
    for (std::size_t i = 0; i < outer.arguments.size(); ++i) {
      inner.arguments.push_back(outer.arguments[i]);
      if (i == grouping) continue;
      if (outer.arguments[i].type == Type::Number) numbers.push_back(outer.arguments[i]);
      outer.arguments[i] = Term::wildcard(outer.arguments[i].type);
    }
    aggregate.aggregator = numbers.empty() || rng_.coin() ? Aggregator::Count : static_cast<Aggregator>(rng_.below(4));
    aggregate.target = aggregate.aggregator == Aggregator::Count ? Term::wildcard(Type::Number) : rng_.pick(numbers);
    rule.variables.push_back(Type::Number);
    aggregate.result = Term::variable(static_cast<std::uint32_t>(rule.variables.size() - 1), Type::Number);
    aggregate.atoms.push_back(std::move(inner));
    rule.body.emplace_back(std::move(aggregate));
  }
  [[nodiscard]] static const Terms& first_arguments(const Rule& rule) {
    return std::get<Atom>(rule.body.front()).arguments;
  }

  void add_states(RelationId tables) {
    std::vector<Tuples> now;
    for (RelationId id = 0; id < tables; ++id) now.push_back(program_.relations[id].facts);
    std::vector<Tuples> before = now;
    // Few ways in one program, so that a reduced finding shows one cause.
    const auto ways = wording_rows()[static_cast<std::size_t>(Wording::History)].ways.size();
    std::vector<unsigned> histories = {0, 1};  // the plain ways
    for (int i = 0; i < 2; ++i) histories.push_back(static_cast<unsigned>(rng_.below(ways)));
    const std::uint64_t times = 6 + rng_.below(10);
    for (std::uint64_t time = 1; time <= times; ++time) {
      const auto id = static_cast<RelationId>(rng_.below(tables));
      Tuples rows = now[id];
      change(id, rows, before[id]);
      before[id] = std::exchange(now[id], rows);
      Relation state;
      state.name = program_.relations[id].name + "__" + std::to_string(time);
      state.attributes = program_.relations[id].attributes;
      state.facts = std::move(rows);
      state.is_output = false;
      state.wordings = with_way(0, Wording::State, 1);
      state.wordings = with_way(state.wordings, Wording::History, rng_.pick(histories));
      program_.relations.push_back(std::move(state));
      // A later error in the same group would hide the group's wrong rows.
      constexpr unsigned kEnds = 25;  // in percent
      if (std::exchange(returned_, false) && rng_.percent(kEnds)) return;
    }
  }

  /// Whether `rows` lack a value that the row has in the same column.
  static bool lacks_a_value(const Tuples& rows, const std::vector<Value>& row) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      bool found = false;
      for (std::size_t i = 0; i < rows.count; ++i) found = found || rows.row(i)[column] == row[column];
      if (!found) return true;
    }
    return false;
  }

  void change(RelationId id, Tuples& rows, const Tuples& before) {
    enum : std::uint64_t { kInsert, kInsertTwo, kDelete, kDeleteValue, kReturn, kReplace, kClear, kKinds };
    const std::uint64_t kind = emptied_ && rng_.coin() ? static_cast<std::uint64_t>(kReturn) : rng_.below(kKinds);
    emptied_ = kind == kDeleteValue || kind == kClear;
    if (kind == kReturn) {
      returned_ = true;
      for (std::size_t i = 0; i < before.count; ++i) insert(id, rows, {before.row(i), before.row(i) + before.arity});
      return;
    }
    if (kind == kClear) {
      rows = Tuples{rows.arity, 0, {}};
      return;
    }
    if (kind == kInsertTwo) insert(id, rows, draw_row(id));
    if ((kind == kDelete || kind == kReplace) && rows.count > 0) {
      const auto at = static_cast<std::size_t>(rng_.below(rows.count));
      const std::vector<Value> row(rows.row(at), rows.row(at) + rows.arity);
      rows.remove(at);
      emptied_ = kind == kDelete && lacks_a_value(rows, row);
    }
    if (kind == kDeleteValue && rows.count > 0) {
      const auto column = static_cast<std::size_t>(rng_.below(rows.arity));
      const Value value = rows.row(static_cast<std::size_t>(rng_.below(rows.count)))[column];
      for (std::size_t i = rows.count; i-- > 0;)
        if (rows.row(i)[column] == value) rows.remove(i);
    }
    if (kind != kDelete && kind != kDeleteValue) insert(id, rows, draw_row(id));
  }

  core::Rng rng_;
  bool changing_;
  bool for_sql_;
  bool nulls_;
  bool bags_;
  std::uint64_t numbers_;            ///< the tables have numbers below this one
  RelationId component_ = 0;         ///< the first relation of the component that is being made; 0: there is none
  std::vector<RelationId> singles_;  ///< recursive relations that are a component each
  std::vector<RelationId> pairs_;    ///< the first relations of components of two
  std::pair<RelationId, unsigned> searches_;  ///< the relation that numbers rows, and its way; 0: there is none
  bool emptied_ = false;   ///< the last change removed a value or all rows: a group that returns is worth a test
  bool returned_ = false;  ///< the last change brought rows back
  Program program_;
  std::vector<bool> is_bag_;  ///< by RelationId
};

}  // namespace

Program draw_changing_program(const core::Rng& rng, bool for_sql) {
  return SmallProgram(rng, true, for_sql).make_changing();
}

Program draw_recursive_program(const core::Rng& rng, bool with_search) {
  return SmallProgram(rng, false, true).make_recursive(with_search);
}

}  // namespace assay::datalog
