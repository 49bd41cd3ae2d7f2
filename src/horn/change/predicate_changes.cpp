#include <algorithm>
#include <numeric>
#include <utility>

#include "horn/change/change.hpp"
#include "horn/system/instances.hpp"

namespace assay::horn {
namespace {

/// A random predicate with parameters. Nullopt if there is none.
std::optional<FunctionId> pick_predicate(const TermStore& store, const System& system, core::Rng& rng) {
  std::vector<FunctionId> fitting;
  for (const FunctionId predicate : system.predicates)
    if (!store.node(predicate).parameters.empty()) fitting.push_back(predicate);
  if (fitting.empty()) return std::nullopt;
  return rng.pick(fitting);
}

}  // namespace

FunctionId new_predicate(TermStore& store, const System& system, FunctionId predicate, std::vector<SortId> parameters) {
  const std::string base(store.spelling(store.node(predicate).name));
  std::string name = base;
  const auto is_called = [&](FunctionId one) { return store.spelling(store.node(one).name) == name; };
  for (unsigned number = 1; std::any_of(system.predicates.begin(), system.predicates.end(), is_called); ++number)
    name = base + std::to_string(number);
  return make_predicate(store, name, std::move(parameters));
}

FunctionId add_predicate(TermStore& store, System& system, FunctionId like, std::vector<SortId> parameters) {
  system.predicates.push_back(new_predicate(store, system, like, std::move(parameters)));
  return system.predicates.back();
}

std::map<Fact, Step> steps_by_fact(TermStore& store, const KnownSystem& known) {
  Evaluation evaluation(store);
  std::map<Fact, Step> steps;
  for (const Step& step : *known.derivation) {
    const Clause& clause = known.system.clauses[step.clause];
    if (!clause.head) continue;
    if (const auto fact = evaluation.fact(*clause.head, assignment_of(clause, step))) steps.emplace(*fact, step);
  }
  return steps;
}

bool rename_predicate(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const FunctionId old = rng.pick(known.system.predicates);
  const FunctionId made = new_predicate(store, known.system, old, store.node(old).parameters);
  replace_predicate(known, old, made, [](Clause&, Atom&) {});
  return true;
}

bool reorder_arguments(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const auto old = pick_predicate(store, known.system, rng);
  if (!old) return false;
  const std::vector<SortId>& sorts = store.node(*old).parameters;
  std::vector<std::size_t> order(sorts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  rng.shuffle(order);
  const auto reordered = [&](const auto& items) {
    auto made = items;
    for (std::size_t i = 0; i < order.size(); ++i) made[i] = items[order[i]];
    return made;
  };
  const FunctionId made = new_predicate(store, known.system, *old, reordered(sorts));
  replace_predicate(known, *old, made, [&](Clause&, Atom& atom) { atom.arguments = reordered(atom.arguments); });
  if (known.meaning) known.meaning->at(made).parameters = reordered(known.meaning->at(made).parameters);
  return true;
}

// Every head has the same literal in the new place, so a derivation knows the value.
bool add_argument(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const FunctionId old = rng.pick(known.system.predicates);
  const SortId sort = rng.coin() ? store.int_sort() : store.bool_sort();
  Value value(rng.coin());
  if (sort == store.int_sort()) value = Value(mpz_class(rng.between(0, 3)));
  const auto literal = smt::make_term(store, value, sort);
  if (!literal) return false;
  std::vector<SortId> sorts = store.node(old).parameters;
  sorts.push_back(sort);
  for (std::size_t i = 0; i < known.system.clauses.size() && known.derivation; ++i)
    for (const Atom& atom : known.system.clauses[i].body)
      if (atom.predicate == old) extend_steps(known, i, [&](const auto&) { return std::optional(value); });
  const FunctionId made = new_predicate(store, known.system, old, std::move(sorts));
  replace_predicate(known, old, made, [&](Clause& clause, Atom& atom) {
    const bool is_head = clause.head && &atom == &*clause.head;
    atom.arguments.push_back(is_head ? *literal : add_variable(store, clause, sort));
  });
  if (known.meaning) known.meaning->at(made).parameters.push_back({store.symbol("p!new"), sort});
  return true;
}

bool shift_argument(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const Terms terms(store);
  const auto old = pick_predicate(store, known.system, rng);
  if (!old) return false;
  const std::vector<SortId> sorts = store.node(*old).parameters;
  const auto at = static_cast<std::size_t>(rng.below(sorts.size()));
  const SortKind kind = store.kind(sorts[at]);
  if (kind != SortKind::Int && kind != SortKind::Real) return false;
  const TermId by = terms.number(rng.between(1, 5), sorts[at]);
  const FunctionId made = new_predicate(store, known.system, *old, sorts);
  replace_predicate(known, *old, made, [&](Clause&, Atom& atom) {
    atom.arguments[at] = terms.op("+", {atom.arguments[at], by});
  });
  if (known.meaning) {
    Definition& definition = known.meaning->at(made);
    const BoundVariable parameter = definition.parameters[at];
    const TermId before = terms.op("-", {store.variable(parameter), by});
    definition.body = replaced(store, definition.body, {parameter}, {before});
  }
  return true;
}

bool copy_predicate(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const auto at = pick_clause(known.system, rng, [](const Clause& clause) { return !clause.body.empty(); });
  if (!at) return false;
  const auto atom_at = static_cast<std::size_t>(rng.below(known.system.clauses[*at].body.size()));
  const Atom copied = known.system.clauses[*at].body[atom_at];
  const FunctionId old = copied.predicate;
  const FunctionId made = add_predicate(store, known.system, old, store.node(old).parameters);
  Clause copy;
  copy.constraint = store.bool_constant(true);
  Atom from{old, {}};
  for (const SortId sort : store.node(old).parameters) from.arguments.push_back(add_variable(store, copy, sort));
  copy.head = Atom{made, from.arguments};
  copy.body = {from};
  Evaluation evaluation(store);
  const bool is_derived = insert_steps(known, *at, [&](const Values& values, Derivation& steps) {
    const auto fact = evaluation.fact(copied, values);
    if (fact) steps.push_back({known.system.clauses.size(), fact->arguments});
    return fact.has_value();
  });
  if (!is_derived) return false;
  known.system.clauses[*at].body[atom_at].predicate = made;
  known.system.clauses.push_back(std::move(copy));
  if (known.meaning) known.meaning->emplace(made, known.meaning->at(old));
  return true;
}

bool unfold_atom(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const Terms terms(store);
  constexpr std::size_t kMaxClauses = 24;
  const auto at = pick_clause(known.system, rng, [](const Clause& clause) { return !clause.body.empty(); });
  if (!at || known.system.clauses.size() > kMaxClauses) return false;
  const Clause old = known.system.clauses[*at];
  const auto atom_at = static_cast<std::size_t>(rng.below(old.body.size()));
  const Atom atom = old.body[atom_at];
  if (old.head && old.head->predicate == atom.predicate) return false;  // its own clauses would change as well
  Clause rest = old;
  erase_at(rest.body, atom_at);
  const std::string prefix = "u" + std::to_string(old.variables.size()) + "_";
  std::map<std::size_t, std::size_t> resolvents;  // clause of the atom's predicate -> the resolvent's number
  std::vector<Clause> made;
  for (std::size_t i = 0; i < known.system.clauses.size(); ++i) {
    const Clause& definition = known.system.clauses[i];
    if (!definition.head || definition.head->predicate != atom.predicate) continue;
    const Clause apart = renamed(store, definition, [&](std::size_t number) {
      return prefix + std::string(store.spelling(definition.variables[number].name));
    });
    Clause resolvent = rest;
    resolvent.variables.insert(resolvent.variables.end(), apart.variables.begin(), apart.variables.end());
    resolvent.body.insert(resolvent.body.end(), apart.body.begin(), apart.body.end());
    resolvent.constraint =
        terms.all({rest.constraint, apart.constraint, terms.equal(atom.arguments, apart.head->arguments)});
    resolvents[i] = made.empty() ? *at : known.system.clauses.size() + made.size() - 1;
    made.push_back(std::move(resolvent));
  }
  if (made.empty()) return false;
  if (known.derivation) {
    const auto sources = steps_by_fact(store, known);
    Evaluation evaluation(store);
    for (Step& step : *known.derivation) {
      if (step.clause != *at) continue;
      const auto fact = evaluation.fact(atom, assignment_of(old, step));
      const auto source = fact ? sources.find(*fact) : sources.end();
      if (source == sources.end()) return false;
      step.clause = resolvents.at(source->second.clause);
      step.values.insert(step.values.end(), source->second.values.begin(), source->second.values.end());
    }
  }
  known.system.clauses[*at] = made[0];
  known.system.clauses.insert(known.system.clauses.end(), made.begin() + 1, made.end());
  return true;
}

// A fact becomes a query and a query a fact: the new predicates mean "a query fires from here".
bool reverse_system(TermStore& store, KnownSystem& known, core::Rng&) {
  const Terms terms(store);
  const bool is_linear = std::all_of(known.system.clauses.begin(), known.system.clauses.end(),
                                     [](const Clause& clause) { return clause.body.size() <= 1; });
  if (!is_linear) return false;
  if (known.derivation) known.derivation = needed_steps(store, known.system, *known.derivation);
  for (Clause& clause : known.system.clauses) {
    std::optional<Atom> head;
    if (!clause.body.empty()) head = clause.body[0];
    clause.body.clear();
    if (clause.head) clause.body.push_back(*clause.head);
    clause.head = head;
  }
  if (known.meaning)
    for (auto& [predicate, definition] : *known.meaning) definition.body = terms.negation(definition.body);
  if (known.derivation) std::reverse(known.derivation->begin(), known.derivation->end());
  return true;
}

}  // namespace assay::horn
