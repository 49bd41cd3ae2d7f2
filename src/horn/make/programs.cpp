#include <algorithm>
#include <array>
#include <utility>

#include "horn/make/makers.hpp"

namespace assay::horn {
namespace {

constexpr DecisionLimits kRunLimits{.rounds = 24, .facts = 40, .tries = 600, .candidates = 40, .listed = 12};

/// Builds clauses whose atoms have the program's variables.
class ProgramMaker {
 public:
  ProgramMaker(TermStore& store, const Theme& theme, core::Rng& rng)
      : terms_(store), store_(store), theme_(theme), rng_(rng) {
    const SortKind kind = store.kind(theme.sorts[0]);
    number_ = kind == SortKind::Bool ? store.int_sort() : theme.sorts[0];
    is_bits_ = store.kind(number_) == SortKind::BitVector;
    max_ = is_bits_ ? std::min<long>(8, (1L << std::min<std::uint64_t>(store.node(number_).indices[0], 4)) - 1) : 8;
    variables_.assign(2 + rng.below(2), number_);
    if (rng.percent(30)) variables_.push_back(store.bool_sort());
  }

  KnownSystem make(unsigned rung) {
    const auto loops = 1 + static_cast<unsigned>(rng_.below(rung > 0 ? 2 : 1));
    for (unsigned i = 0; i < loops; ++i) places_.push_back(predicate("loop", i, variables_));
    if (rng_.percent(35)) add_procedure();
    enter();
    for (unsigned i = 0; i < loops; ++i) add_loop(i);
    return with_query();
  }

 private:
  /// A clause that is being made: its variables, and parts of its constraint.
  struct Draft {
    ClauseDraft terms;
    Clause clause;
    std::vector<TermId> parts;
    std::vector<TermId> values;  ///< of the program's variables
  };

  FunctionId predicate(const std::string& name, unsigned number, std::vector<SortId> sorts) {
    system_.predicates.push_back(make_predicate(store_, name + std::to_string(number), std::move(sorts)));
    return system_.predicates.back();
  }

  /// A clause whose body has the predicate of a place.
  Draft at(FunctionId place) {
    Draft draft{ClauseDraft(terms_, theme_, rng_), {}, {}, {}};
    for (const SortId sort : variables_) draft.values.push_back(draft.terms.fresh(sort));
    draft.clause.body.push_back({place, draft.values});
    return draft;
  }

  void add(Draft draft, std::optional<FunctionId> head, std::vector<TermId> values) {
    if (head) {
      // Verifiers name the new values, or write them in place.
      const bool names = rng_.coin();
      for (TermId& value : values) {
        if (!names) continue;
        const TermId named = draft.terms.fresh(store_.sort_of(value));
        draft.parts.push_back(terms_.equal(named, value));
        value = named;
      }
      draft.clause.head = Atom{*head, std::move(values)};
    }
    draft.clause.constraint = terms_.all(draft.parts);
    draft.clause.variables = draft.terms.variables();
    system_.clauses.push_back(std::move(draft.clause));
  }

  [[nodiscard]] TermId number(long value) const { return terms_.number(value, number_); }
  [[nodiscard]] TermId less(TermId a, TermId b) const { return terms_.op(is_bits_ ? "bvult" : "<", {a, b}); }
  [[nodiscard]] TermId sum(TermId a, TermId b) const { return terms_.op(is_bits_ ? "bvadd" : "+", {a, b}); }

  void enter() {
    Draft draft{ClauseDraft(terms_, theme_, rng_), {}, {}, {}};
    std::vector<TermId> values;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      if (i == 0 || variables_[i] != number_ || rng_.percent(60)) {
        values.push_back(i == 0 ? number(0) : draft.terms.literal(variables_[i]));
        continue;
      }
      values.push_back(draft.terms.fresh(number_));  // an input, with a range or only a lower bound
      draft.parts.push_back(less(number(0), values.back()));
      if (rng_.percent(70)) draft.parts.push_back(less(values.back(), number(rng_.between(2, std::min(4L, max_)))));
    }
    add(std::move(draft), places_[0], std::move(values));
  }

  /// `while (counter < bound) { ... }`, with one or two branches.
  void add_loop(unsigned at_loop) {
    const std::size_t counter = at_loop % 2;
    const TermId bound = number(rng_.between(1, max_));
    const std::size_t other = 1 - counter;
    const bool by_variable = variables_[other] == number_ && rng_.percent(30);
    const auto continues = [&](const Draft& draft) {
      return less(draft.values[counter], by_variable ? draft.values[other] : bound);
    };
    exits_.emplace_back(continues(at(places_[at_loop])));
    Draft first = at(places_[at_loop]);
    const TermId condition = first.terms.guard(1);
    const unsigned branches = rng_.coin() ? 2 : 1;
    for (unsigned branch = 0; branch < branches; ++branch) {
      Draft draft = at(places_[at_loop]);
      draft.parts = {continues(draft)};
      if (branches == 2) draft.parts.push_back(branch == 0 ? condition : terms_.negation(condition));
      std::vector<TermId> values = draft.values;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (i == counter || (i == other && by_variable) || rng_.percent(35)) continue;
        values[i] = changed(draft, i);
      }
      values[counter] = sum(values[counter], number(rng_.percent(75) ? 1 : 2));
      add(std::move(draft), places_[at_loop], std::move(values));
    }
    if (at_loop + 1 == places_.size()) return;
    Draft leaves = at(places_[at_loop]);
    leaves.parts = {terms_.negation(continues(leaves))};
    std::vector<TermId> values = leaves.values;
    if (values.size() > 1 && variables_[1] == number_) values[1] = number(0);  // the next loop counts with it
    add(std::move(leaves), places_[at_loop + 1], std::move(values));
  }

  /// The new value of a variable: an expression, or the result of the procedure.
  TermId changed(Draft& draft, std::size_t variable) {
    if (!procedure_ || variables_[variable] != number_ || !rng_.percent(50))
      return draft.terms.expression(variables_[variable], 1, false);
    const TermId argument = draft.values[rng_.percent(60) ? 0 : variable];
    const TermId result = draft.terms.fresh(number_);
    draft.clause.body.push_back({*procedure_, {argument, result}});
    return result;
  }

  /// `f(n) = n <= 0 ? literal : expression(f(n - 1), ...)`, with one or two calls, as a relation of n and the result.
  void add_procedure() {
    procedure_ = predicate("f", 0, {number_, number_});
    Draft base{ClauseDraft(terms_, theme_, rng_), {}, {}, {}};
    const TermId argument = base.terms.fresh(number_);
    const TermId result = base.terms.literal(number_);
    base.parts = {terms_.negation(less(number(0), argument))};
    add(std::move(base), procedure_, {argument, result});
    Draft step{ClauseDraft(terms_, theme_, rng_), {}, {}, {}};
    const TermId n = step.terms.fresh(number_);
    step.parts = {less(number(0), n)};
    TermId value = n;
    for (std::uint64_t calls = 1 + rng_.below(2); calls > 0; --calls) {
      const TermId before = terms_.op(is_bits_ ? "bvsub" : "-", {n, number(1)});
      const TermId inner = step.terms.fresh(number_);
      step.clause.body.push_back({*procedure_, {before, inner}});
      value = rng_.coin() ? inner : sum(value, inner);
    }
    add(std::move(step), procedure_, {n, rng_.percent(60) ? sum(value, number(1)) : value});
  }

  /// Adds the assertion: false at a state in which the program can end, or true in all of them.
  KnownSystem with_query() {
    KnownSystem known;
    Evaluation evaluation(store_);
    Chaining runs = chain(store_, system_, kRunLimits);
    Draft draft = at(places_.back());
    const TermId ends = terms_.negation(exits_.back());
    std::vector<Values> states;
    for (const Fact& fact : facts_of(runs.facts, places_.back())) {
      Values state;
      for (std::size_t i = 0; i < fact.arguments.size(); ++i)
        state.emplace(draft.terms.variables()[i].name, fact.arguments[i]);
      if (evaluation.is_true(ends, state)) states.push_back(std::move(state));
    }
    if (states.empty()) return known;
    const bool fails = rng_.coin();
    const Values chosen = rng_.pick(states);
    TermId violated = draft.terms.guard(1);
    if (evaluation.is_true(violated, chosen) != fails) violated = terms_.negation(violated);
    draft.parts = {ends, violated};
    add(std::move(draft), std::nullopt, {});
    return decide(store_, system_, kRunLimits, std::move(runs));
  }

  Terms terms_;
  TermStore& store_;
  const Theme& theme_;
  core::Rng& rng_;
  System system_;
  SortId number_;
  bool is_bits_ = false;
  long max_ = 8;
  std::vector<SortId> variables_;
  std::vector<FunctionId> places_;  ///< loop heads
  std::vector<TermId> exits_;       ///< the condition of each loop
  std::optional<FunctionId> procedure_;
};

}  // namespace

KnownSystem make_program(TermStore& store, const Theme& theme, unsigned rung, core::Rng rng) {
  return ProgramMaker(store, theme, rng).make(rung);
}

KnownSystem make_array_loop(TermStore& store, const Theme&, unsigned rung, core::Rng rng) {
  const Terms terms(store);
  enum class Task : std::uint8_t { Fill, Copy, Maximum, Search };
  const Task task = rng.pick(std::vector{Task::Fill, Task::Copy, Task::Maximum, Task::Search});
  const SortId ints = store.int_sort();
  const SortId arrays = store.array_sort(ints, ints);
  const auto variable = [&](const char* name, SortId sort) { return BoundVariable{store.symbol(name), sort}; };
  const auto number = [&](long value) { return terms.number(value, ints); };
  std::vector<BoundVariable> variables = {variable("i", ints), variable("n", ints), variable("a", arrays)};
  if (task == Task::Copy) variables.push_back(variable("b", arrays));
  if (task == Task::Maximum) variables.push_back(variable("m", ints));
  const std::vector<TermId> values = terms.variables(variables);
  const TermId i = values[0], n = values[1], a = values[2];
  const BoundVariable index = variable("k", ints);
  const TermId k = store.variable(index);
  const bool fails = rng.percent(40);
  const TermId constant = number(rng.between(fails ? 1 : 0, 3));
  const unsigned shape = static_cast<unsigned>(rng.below(2 + std::min(rung, 2U)));
  const auto element = [&](TermId at) {
    const std::array all = {constant, terms.op("+", {at, constant}), terms.op("*", {number(2), at}),
                            terms.op("ite", {terms.op("<", {at, number(2)}), constant, number(7)})};
    return all.at(shape);
  };
  const TermId read = terms.op("select", {a, i});
  const TermId at_k = terms.op("select", {a, k});
  std::vector<TermId> next = values;
  next[0] = terms.op("+", {i, number(1)});
  std::vector<TermId> guards = {terms.op("<", {i, n})};
  TermId property = terms.truth(true);
  switch (task) {
    case Task::Fill:
      next[2] = terms.op("store", {a, i, element(i)});
      property = terms.equal(at_k, element(k));
      break;
    case Task::Copy:
      next[3] = terms.op("store", {values[3], i, terms.op("+", {read, constant})});
      property = terms.equal(terms.op("select", {values[3], k}), terms.op("+", {at_k, constant}));
      break;
    case Task::Maximum:
      next[3] = terms.op("ite", {terms.op(">", {read, values[3]}), read, values[3]});
      property = terms.op("<=", {at_k, values[3]});
      break;
    case Task::Search:
      guards.push_back(terms.negation(terms.equal(read, constant)));
      property = terms.negation(terms.equal(at_k, constant));
      break;
  }
  KnownSystem known;
  std::vector<SortId> sorts;
  for (const BoundVariable& one : variables) sorts.push_back(one.sort);
  const FunctionId scan = make_predicate(store, "scan", sorts);
  known.system.predicates = {scan};
  std::vector<TermId> start = values;
  start[0] = number(0);
  const bool positive = rng.coin();
  known.system.clauses.push_back({{variables.begin() + 1, variables.end()},
                                  {},
                                  positive ? terms.op(">=", {n, number(0)}) : terms.truth(true),
                                  Atom{scan, start}});
  known.system.clauses.push_back({variables, {{scan, values}}, terms.all(guards), Atom{scan, next}});
  const TermId from = number(0);
  std::vector<TermId> asked = {terms.op(">=", {i, n}), terms.op("<=", {from, k}), terms.op(fails ? "<=" : "<", {k, n}),
                               terms.negation(property)};
  std::vector<BoundVariable> all = variables;
  all.push_back(index);
  known.system.clauses.push_back({all, {{scan, values}}, terms.all(asked), std::nullopt});
  if (fails) return decide(store, known.system, kRunLimits);
  const TermId in_range = terms.op("and", {terms.op("<=", {from, k}), terms.op("<", {k, i})});
  const TermId body = terms.implies(in_range, property);
  known.meaning = {{scan, {variables, terms.quantified(smt::BinderKind::Forall, std::vector{index}, body)}}};
  if (!known.is_confirmed(store)) known.meaning.reset();
  return known;
}

}  // namespace assay::horn
