#include <algorithm>
#include <utility>

#include "horn/change/change.hpp"
#include "horn/system/instances.hpp"

namespace assay::horn {
namespace {

bool has_arguments(const Clause& clause) {
  bool found = false;
  for_each_atom(clause, [&](const Atom& atom) { found = found || !atom.arguments.empty(); });
  return found;
}

/// A random argument of a random atom.
TermId& pick_argument(Clause& clause, core::Rng& rng) {
  std::vector<TermId*> arguments;
  for_each_atom(clause, [&](Atom& atom) {
    for (TermId& argument : atom.arguments) arguments.push_back(&argument);
  });
  return *rng.pick(arguments);
}

/// A condition on a variable of the clause, with a literal of the system.
std::optional<TermId> condition_on(TermStore& store, const KnownSystem& known, const Clause& clause, core::Rng& rng) {
  if (clause.variables.empty()) return std::nullopt;
  const Terms terms(store);
  const BoundVariable variable = rng.pick(clause.variables);
  const TermId term = store.variable(variable);
  const SortKind kind = store.kind(variable.sort);
  if (kind == SortKind::Bool) return term;
  const ValuePool pool = pool_of(store, known.system);
  const auto literal = smt::make_term(store, rng.pick(pool.at(variable.sort)), variable.sort);
  if (!literal) return std::nullopt;
  if (kind == SortKind::Int || kind == SortKind::Real) return terms.op("<=", {term, *literal});
  if (kind == SortKind::BitVector) return terms.op("bvule", {term, *literal});
  return terms.equal(term, *literal);
}

}  // namespace

TermId add_variable(TermStore& store, Clause& clause, SortId sort) {
  for (std::size_t number = clause.variables.size();; ++number) {
    const SymbolId name = store.symbol("h" + std::to_string(number));
    if (std::any_of(clause.variables.begin(), clause.variables.end(),
                    [&](const auto& one) { return one.name == name; }))
      continue;
    clause.variables.push_back({name, sort});
    return store.variable(clause.variables.back());
  }
}

bool flatten_argument(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const Terms terms(store);
  const auto at = pick_clause(known.system, rng, has_arguments);
  if (!at) return false;
  Evaluation evaluation(store);
  Clause& clause = known.system.clauses[*at];
  TermId& argument = pick_argument(clause, rng);
  const TermId old = argument;
  if (!extend_steps(known, *at, [&](const Values& values) { return evaluation.value(old, values); })) return false;
  argument = add_variable(store, clause, store.sort_of(old));
  constrain(terms, clause, terms.equal(argument, old));
  return true;
}

bool split_by_case(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const Terms terms(store);
  const auto at = pick_clause(known.system, rng, [](const Clause& clause) { return !clause.variables.empty(); });
  if (!at) return false;
  const auto condition = condition_on(store, known, known.system.clauses[*at], rng);
  if (!condition) return false;
  Evaluation evaluation(store);
  if (known.derivation)
    for (Step& step : *known.derivation)
      if (step.clause == *at && !evaluation.is_true(*condition, assignment_of(known.system.clauses[*at], step)))
        step.clause = known.system.clauses.size();
  Clause other = known.system.clauses[*at];
  constrain(terms, other, terms.negation(*condition));
  Clause& first = known.system.clauses[*at];
  first.constraint = terms.all({*condition, first.constraint});
  known.system.clauses.push_back(std::move(other));
  return true;
}

// The second clause must have the same variables and atoms, as the clauses of `split` have: only then does a
// disjunction of the constraints mean both clauses.
bool merge_clauses(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const Terms terms(store);
  const auto same = [](const Atom& a, const Atom& b) {
    return a.predicate == b.predicate && a.arguments == b.arguments;
  };
  const auto alike = [&](const Clause& a, const Clause& b) {
    return a.variables == b.variables && a.head.has_value() == b.head.has_value() &&
           (!a.head || same(*a.head, *b.head)) &&
           std::equal(a.body.begin(), a.body.end(), b.body.begin(), b.body.end(), same);
  };
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  auto& clauses = known.system.clauses;
  for (std::size_t i = 0; i < clauses.size(); ++i)
    for (std::size_t j = i + 1; j < clauses.size(); ++j)
      if (alike(clauses[i], clauses[j])) pairs.emplace_back(i, j);
  if (pairs.empty()) return false;
  const auto [into, from] = rng.pick(pairs);
  clauses[into].constraint = terms.any({clauses[into].constraint, clauses[from].constraint});
  erase_at(clauses, from);
  if (known.derivation)
    for (Step& step : *known.derivation) {
      if (step.clause == from) step.clause = into;
      if (step.clause > from) --step.clause;
    }
  return true;
}

bool shuffle_system(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const Terms terms(store);
  for (Clause& clause : known.system.clauses) {
    rng.shuffle(clause.body);
    std::vector<TermId> parts = conjuncts_of(store, clause.constraint);
    rng.shuffle(parts);
    clause.constraint = terms.all(parts);
  }
  shuffle_clauses(known, rng);
  return true;
}

bool strengthen_body(TermStore& store, KnownSystem& known, core::Rng& rng) {
  if (known.derivation) return false;
  const Terms terms(store);
  const auto at = pick_clause(known.system, rng, [](const Clause& clause) { return !clause.variables.empty(); });
  if (!at) return false;
  Clause& clause = known.system.clauses[*at];
  if (!clause.body.empty() && rng.percent(40)) {
    Atom again = rng.pick(clause.body);  // with new variables: another instance of the predicate is derivable
    for (TermId& argument : again.arguments) argument = add_variable(store, clause, store.sort_of(argument));
    clause.body.push_back(std::move(again));
    return true;
  }
  const auto condition = condition_on(store, known, clause, rng);
  if (!condition) return false;
  constrain(terms, clause, rng.coin() ? terms.negation(*condition) : *condition);
  return true;
}

bool weaken_body(TermStore& store, KnownSystem& known, core::Rng& rng) {
  if (known.meaning) return false;
  const Terms terms(store);
  const auto at = pick_clause(known.system, rng, [&](const Clause& clause) {
    return clause.constraint != terms.truth(true) || clause.body.size() > 1;
  });
  if (!at) return false;
  Clause& clause = known.system.clauses[*at];
  std::vector<TermId> parts = conjuncts_of(store, clause.constraint);
  const std::size_t drop = static_cast<std::size_t>(rng.below(parts.size() + (clause.body.size() > 1 ? 1 : 0)));
  if (drop == parts.size()) {
    erase_at(clause.body, static_cast<std::size_t>(rng.below(clause.body.size())));
  } else {
    erase_at(parts, drop);
    clause.constraint = terms.all(parts);
  }
  return true;
}

bool guard_with_meaning(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const auto at = pick_clause(known.system, rng, [](const Clause& clause) { return !clause.body.empty(); });
  if (!known.meaning || !at) return false;
  const Terms terms(store);
  Clause& clause = known.system.clauses[*at];
  const auto guard = meaning_of(terms, rng.pick(clause.body), *known.meaning);
  if (guard) constrain(terms, clause, *guard);
  return guard.has_value();
}

bool needless_ite(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const Terms terms(store);
  const auto at = pick_clause(known.system, rng, has_arguments);
  if (!at) return false;
  const bool value = rng.coin();
  if (!extend_steps(known, *at, [&](const Values&) { return std::optional(Value(value)); })) return false;
  Clause& clause = known.system.clauses[*at];
  const TermId condition = add_variable(store, clause, store.bool_sort());
  TermId& argument = pick_argument(clause, rng);
  argument = terms.op("ite", {condition, argument, argument});
  return true;
}

bool respell_relation(TermStore& store, KnownSystem& known, core::Rng& rng) {
  const Terms terms(store);
  const auto is_relation = [&](TermId term) {
    if (!terms.is(term, "<=") && !terms.is(term, "<") && !terms.is(term, "=")) return false;
    const SortKind kind = store.kind(store.sort_of(store.children(term)[0]));
    return store.children(term).size() == 2 && (kind == SortKind::Int || kind == SortKind::Real);
  };
  const auto at = pick_clause(known.system, rng, [&](const Clause& clause) {
    const auto parts = conjuncts_of(store, clause.constraint);
    return std::any_of(parts.begin(), parts.end(), is_relation);
  });
  if (!at) return false;
  std::vector<TermId> parts = conjuncts_of(store, known.system.clauses[*at].constraint);
  for (TermId& part : parts) {
    if (!is_relation(part)) continue;
    const TermId a = store.children(part)[0], b = store.children(part)[1];
    part = terms.is(part, "=") ? terms.op("and", {terms.op("<=", {a, b}), terms.op(">=", {a, b})})
                               : terms.op("not", {terms.op(terms.is(part, "<=") ? ">" : ">=", {a, b})});
  }
  known.system.clauses[*at].constraint = terms.all(parts);
  return true;
}

}  // namespace assay::horn
