#include <algorithm>
#include <functional>
#include <utility>

#include "horn/change/change.hpp"

namespace assay::horn {

bool fold_atoms(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const Terms terms(store);
  const auto at = pick_clause(known.system, rng, [](const Clause& clause) { return !clause.body.empty(); });
  if (!at) return false;
  Clause rest = known.system.clauses[*at];
  Clause part;  // the definition of the new predicate
  const std::uint64_t count = 1 + rng.below(rest.body.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    part.body.push_back(rest.body.back());
    rest.body.pop_back();
  }
  part.constraint = terms.truth(true);
  const std::set<SymbolId> used = used_variables(store, part);
  std::vector<TermId> moved, kept;
  for (const TermId conjunct : conjuncts_of(store, rest.constraint)) {
    const auto free = store.free_variables(conjunct);
    const bool fits = std::all_of(free.begin(), free.end(), [&](SymbolId name) { return used.contains(name); });
    (fits && rng.percent(70) ? moved : kept).push_back(conjunct);
  }
  part.constraint = terms.all(moved);
  rest.constraint = terms.all(kept);
  std::vector<SortId> sorts;
  for (const BoundVariable& variable : rest.variables) {
    if (!used.contains(variable.name)) continue;
    part.variables.push_back(variable);
    sorts.push_back(variable.sort);
  }
  const FunctionId made = add_predicate(store, known.system, part.body[0].predicate, sorts);
  if (known.meaning) {
    const auto body = meaning_of_body(terms, part, *known.meaning);
    if (!body) return false;
    const std::vector<BoundVariable> parameters = make_parameters(store, sorts);
    const TermId renamed = replaced(store, *body, part.variables, terms.variables(parameters));
    known.meaning->emplace(made, Definition{parameters, renamed});
  }
  insert_steps(known, *at, [&](const Values& values, Derivation& steps) {
    steps.push_back(step_of(known.system.clauses.size(), part, values));
    return true;
  });
  part.head = Atom{made, terms.variables(part.variables)};
  rest.body.push_back(*part.head);
  known.system.clauses[*at] = std::move(rest);
  known.system.clauses.push_back(std::move(part));
  return true;
}

bool specialise_predicate(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const Terms terms(store);
  const auto literal_at = [&](const Atom& atom) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < atom.arguments.size(); ++i)
      if (!store.has(atom.arguments[i], smt::kHasVariable) && store.children(atom.arguments[i]).empty()) return i;
    return std::nullopt;
  };
  const auto fits = [&](const Atom& atom) { return literal_at(atom).has_value(); };
  const auto at = pick_clause(known.system, rng, [&](const Clause& clause) {
    return std::any_of(clause.body.begin(), clause.body.end(), fits);
  });
  if (!at) return false;
  const std::vector<Clause> before = known.system.clauses;
  Atom& atom = *std::find_if(known.system.clauses[*at].body.begin(), known.system.clauses[*at].body.end(), fits);
  const Atom old = atom;
  const std::size_t position = *literal_at(old);
  const TermId literal = old.arguments[position];
  std::vector<SortId> sorts = store.node(old.predicate).parameters;
  erase_at(sorts, position);
  std::map<std::size_t, std::size_t> copies;
  if (known.derivation) {
    std::size_t next = before.size();
    for (std::size_t i = 0; i < before.size(); ++i)
      if (before[i].head && before[i].head->predicate == old.predicate) copies[i] = next++;
    const auto sources = steps_by_fact(store, known);
    Evaluation evaluation(store);
    const bool made = insert_steps(known, *at, [&](const Values& values, Derivation& steps) {
      const auto fact = evaluation.fact(old, values);
      const auto source = fact ? sources.find(*fact) : sources.end();
      if (source == sources.end()) return false;
      steps.push_back({copies.at(source->second.clause), source->second.values});
      return true;
    });
    if (!made) return false;
  }
  const FunctionId made = add_predicate(store, known.system, old.predicate, sorts);
  atom.predicate = made;
  erase_at(atom.arguments, position);
  for (const Clause& clause : before) {
    if (!clause.head || clause.head->predicate != old.predicate) continue;
    Clause copy = clause;
    constrain(terms, copy, terms.equal(copy.head->arguments[position], literal));
    copy.head->predicate = made;
    erase_at(copy.head->arguments, position);
    known.system.clauses.push_back(std::move(copy));
  }
  if (known.meaning) {
    Definition definition = known.meaning->at(old.predicate);
    definition.body = replaced(store, definition.body, {definition.parameters[position]}, {literal});
    erase_at(definition.parameters, position);
    known.meaning->emplace(made, std::move(definition));
  }
  return true;
}

// The product of two predicates. The first one is derived from facts by linear recursion of its own.
bool linearise_body(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const Terms terms(store);
  const auto is_own_recursion = [&](FunctionId predicate) {
    return std::all_of(known.system.clauses.begin(), known.system.clauses.end(), [&](const Clause& clause) {
      return !clause.head || clause.head->predicate != predicate || clause.body.empty() ||
             (clause.body.size() == 1 && clause.body[0].predicate == predicate);
    });
  };
  const auto at = pick_clause(known.system, rng, [&](const Clause& clause) {
    return clause.body.size() >= 2 && is_own_recursion(clause.body[0].predicate);
  });
  if (!at) return false;
  const std::vector<Clause> before = known.system.clauses;
  const Atom first = before[*at].body[0], second = before[*at].body[1];
  std::vector<SortId> sorts = store.node(first.predicate).parameters;
  const std::vector<SortId>& other = store.node(second.predicate).parameters;
  sorts.insert(sorts.end(), other.begin(), other.end());
  std::map<std::size_t, std::size_t> products;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].head && before[i].head->predicate == first.predicate)
      products.emplace(i, before.size() + products.size());
  if (known.derivation) {
    const auto sources = steps_by_fact(store, known);
    Evaluation evaluation(store);
    const bool made = insert_steps(known, *at, [&](const Values& values, Derivation& steps) {
      auto fact = evaluation.fact(first, values);
      const auto beside = evaluation.fact(second, values);
      Derivation chain;  // from the fact back to its start
      while (fact && beside) {
        const auto source = sources.find(*fact);
        if (source == sources.end()) return false;
        Step step{products.at(source->second.clause), source->second.values};
        step.values.insert(step.values.end(), beside->arguments.begin(), beside->arguments.end());
        chain.push_back(std::move(step));
        const Clause& clause = before[source->second.clause];
        if (clause.body.empty()) break;
        fact = evaluation.fact(clause.body[0], assignment_of(clause, source->second));
      }
      steps.insert(steps.end(), chain.rbegin(), chain.rend());
      return fact && beside;
    });
    if (!made) return false;
  }
  const FunctionId product = add_predicate(store, known.system, first.predicate, sorts);
  for (const auto& [number, made] : products) {
    Clause copy = before[number];
    std::vector<TermId> beside;
    for (const SortId sort : other) beside.push_back(add_variable(store, copy, sort));
    const auto joined = [&](std::vector<TermId> arguments) {
      arguments.insert(arguments.end(), beside.begin(), beside.end());
      return Atom{product, std::move(arguments)};
    };
    copy.body = {copy.body.empty() ? Atom{second.predicate, beside} : joined(copy.body[0].arguments)};
    copy.head = joined(copy.head->arguments);
    known.system.clauses.push_back(std::move(copy));
  }
  Clause& changed = known.system.clauses[*at];
  changed.body.erase(changed.body.begin(), changed.body.begin() + 2);
  Atom both{product, first.arguments};
  both.arguments.insert(both.arguments.end(), second.arguments.begin(), second.arguments.end());
  changed.body.push_back(std::move(both));
  if (!known.meaning) return true;
  const std::vector<BoundVariable> parameters = make_parameters(store, sorts);
  const std::vector<TermId> arguments = terms.variables(parameters);
  const auto middle = arguments.begin() + static_cast<std::ptrdiff_t>(first.arguments.size());
  const auto left = meaning_of(terms, {first.predicate, {arguments.begin(), middle}}, *known.meaning);
  const auto right = meaning_of(terms, {second.predicate, {middle, arguments.end()}}, *known.meaning);
  if (left && right) known.meaning->emplace(product, Definition{parameters, terms.all({*left, *right})});
  return left && right;
}

// Bancilhon, Maier, Sagiv and Ullman, Magic Sets and Other Strange Ways to Implement Logic Programs, PODS 1986. The
// constraint of a clause passes its values on, too.
bool add_magic_sets(TermStore& store, KnownSystem& known, core::Rng& rng) {
  constexpr std::size_t kMaxClauses = 10;
  if (known.system.clauses.size() > kMaxClauses) return false;
  const std::vector<Clause> before = known.system.clauses;
  struct Goal {
    FunctionId predicate;
    std::vector<std::size_t> bound;  ///< the arguments that it has
  };
  std::map<FunctionId, Goal> goals;
  for (const FunctionId predicate : std::vector<FunctionId>(known.system.predicates)) {
    Goal goal;
    std::vector<SortId> sorts;
    const std::vector<SortId>& all = store.node(predicate).parameters;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!rng.coin()) continue;
      goal.bound.push_back(i);
      sorts.push_back(all[i]);
    }
    goal.predicate = add_predicate(store, known.system, predicate, sorts);
    if (known.meaning)
      known.meaning->emplace(goal.predicate, Definition{make_parameters(store, sorts), store.bool_constant(true)});
    goals.emplace(predicate, std::move(goal));
  }
  const auto goal_of = [&](const Atom& atom) {
    const Goal& goal = goals.at(atom.predicate);
    Atom made{goal.predicate, {}};
    for (const std::size_t i : goal.bound) made.arguments.push_back(atom.arguments[i]);
    return made;
  };
  std::vector<std::vector<std::size_t>> asking(before.size());  // the clause that asks for each body atom
  for (std::size_t i = 0; i < before.size(); ++i) {
    Clause asks = before[i];
    asks.body.clear();
    if (before[i].head) asks.body.push_back(goal_of(*before[i].head));
    for (const Atom& atom : before[i].body) {
      asks.head = goal_of(atom);
      asking[i].push_back(known.system.clauses.size());
      known.system.clauses.push_back(asks);
      asks.body.push_back(atom);
    }
    if (before[i].head) {
      auto& body = known.system.clauses[i].body;
      body.insert(body.begin(), goal_of(*before[i].head));
    }
  }
  if (!known.derivation) return true;
  KnownSystem old{{known.system.predicates, before}, {}, known.derivation};
  const auto sources = steps_by_fact(store, old);
  Evaluation evaluation(store);
  Derivation steps;
  Facts derived;
  bool complete = true;
  const std::function<void(const Step&)> derive = [&](const Step& step) {
    const Clause& clause = before[step.clause];
    for (std::size_t i = 0; i < clause.body.size() && complete; ++i) {
      const auto fact = evaluation.fact(clause.body[i], assignment_of(clause, step));
      const auto source = fact ? sources.find(*fact) : sources.end();
      complete = source != sources.end();
      if (!complete || derived.contains(*fact)) continue;
      steps.push_back({asking[step.clause][i], step.values});
      derive(source->second);
      derived.insert(*fact);
    }
    steps.push_back(step);
  };
  derive(known.derivation->back());
  known.derivation = std::move(steps);
  return complete;
}

}  // namespace assay::horn
