#include <algorithm>
#include <utility>

#include "horn/make/makers.hpp"

namespace assay::horn {
namespace {

/// Number of body atoms of a rule.
unsigned draw_bodies(core::Rng& rng) {
  static const std::vector<unsigned> weights = {20, 55, 20, 5};
  return static_cast<unsigned>(rng.weighted(weights));
}

/// Draws a body atom: variables, known variables and literals.
Atom draw_atom(const Terms& terms, ClauseDraft& draft, FunctionId predicate, core::Rng& rng) {
  Atom atom{predicate, {}};
  const bool is_ground = rng.percent(12);
  for (const SortId sort : terms.store().node(predicate).parameters) {
    if (is_ground || rng.percent(15)) {
      atom.arguments.push_back(draft.literal(sort));
    } else if (const auto known = rng.percent(25) ? draft.known(sort) : std::nullopt) {
      atom.arguments.push_back(*known);
    } else {
      atom.arguments.push_back(draft.fresh(sort));
    }
  }
  return atom;
}

/// The head's arguments: expressions, or new variables with an equation in the body.
Atom draw_head(const Terms& terms, ClauseDraft& draft, FunctionId predicate, unsigned depth, bool may_add,
               std::vector<TermId>& constraint, core::Rng& rng) {
  Atom atom{predicate, {}};
  for (const SortId sort : terms.store().node(predicate).parameters) {
    const TermId value = draft.expression(sort, depth, may_add);
    if (!may_add || rng.percent(65)) {
      atom.arguments.push_back(value);
      continue;
    }
    const TermId variable = draft.fresh(sort);
    constraint.push_back(terms.equal(variable, value));
    atom.arguments.push_back(variable);
  }
  return atom;
}

/// A random clause. `head`: its head predicate; nullopt: a query. `bodies`: number of body atoms.
Clause draw_clause(const Terms& terms, const Theme& theme, const std::vector<FunctionId>& predicates,
                   std::optional<FunctionId> head, unsigned bodies, unsigned depth, core::Rng& rng) {
  ClauseDraft draft(terms, theme, rng);
  Clause clause;
  for (unsigned i = 0; i < bodies; ++i) clause.body.push_back(draw_atom(terms, draft, rng.pick(predicates), rng));
  if (rng.percent(15)) static_cast<void>(draft.fresh(rng.pick(theme.sorts)));
  std::vector<TermId> constraint;
  if (head) clause.head = draw_head(terms, draft, *head, depth, true, constraint, rng);
  const std::uint64_t guards = draft.variables().empty() ? 0 : rng.below(bodies == 0 && !head ? 2 : 3);
  for (std::uint64_t i = 0; i < guards; ++i) constraint.push_back(draft.guard(depth));
  // A multiple of a number, as loops with a stride have it.
  if (const SortId sort = theme.sorts[0]; rng.percent(6) && terms.store().kind(sort) == SortKind::Int)
    if (const auto known = draft.known(sort))
      constraint.push_back(
          terms.equal(*known, terms.op("*", {terms.number(rng.between(2, 3), sort), draft.fresh(sort)})));
  rng.shuffle(constraint);
  clause.constraint = terms.all(constraint);
  clause.variables = draft.variables();
  return clause;
}

/// A random system without a known truth.
System draw_system(const Terms& terms, const Theme& theme, unsigned rung, core::Rng& rng) {
  const SystemSize size = draw_size(rung, rng);
  System system;
  system.predicates = make_predicates(terms.store(), theme, size, rng);
  for (unsigned i = 0; i < size.clauses; ++i) {
    const FunctionId head = i < system.predicates.size() ? system.predicates[i] : rng.pick(system.predicates);
    const unsigned bodies = i == 0 ? 0 : draw_bodies(rng);
    system.clauses.push_back(draw_clause(terms, theme, system.predicates, head, bodies, size.depth, rng));
  }
  for (unsigned i = 0; i < size.queries; ++i) {
    const unsigned bodies = rng.percent(80) ? 1 : 2;
    system.clauses.push_back(draw_clause(terms, theme, system.predicates, std::nullopt, bodies, size.depth, rng));
  }
  if (rng.percent(50)) rng.shuffle(system.clauses);
  return system;
}

/// A random meaning of a predicate: a conjunction of few simple conditions.
Definition draw_meaning(const Terms& terms, const Theme& theme, FunctionId predicate, core::Rng& rng) {
  const std::vector<SortId>& sorts = terms.store().node(predicate).parameters;
  ClauseDraft draft(terms, theme, rng);
  for (const SortId sort : sorts) static_cast<void>(draft.fresh(sort));
  std::vector<TermId> parts;
  const std::uint64_t count = sorts.empty() ? 0 : 1 + rng.below(3);
  for (std::uint64_t i = 0; i < count; ++i) parts.push_back(draft.guard(1));
  const TermId body = parts.empty() ? terms.truth(rng.coin()) : terms.all(parts);
  const std::vector<BoundVariable> parameters = make_parameters(terms.store(), sorts);
  return {parameters, replaced(terms.store(), body, draft.variables(), terms.variables(parameters))};
}

/// Adds guards until the prover proves the clause. False if it does not.
bool make_true(const Terms& terms, Clause& clause, KnownSystem& known, core::Rng& rng) {
  TermStore& store = terms.store();
  const Interpretation& meaning = *known.meaning;
  const auto is_true = [&](const Clause& one) { return is_proved(store, {{}, {one}}, meaning, &known.proved); };
  if (is_true(clause)) return true;
  std::vector<TermId> guards;
  if (clause.head) {
    const auto head = meaning_of(terms, *clause.head, meaning);
    if (!head) return false;
    guards = conjuncts_of(store, *head);
  } else {
    // One conjunct of the body's meaning is denied.
    std::vector<TermId> choices;
    for (const Atom& atom : clause.body)
      if (const auto part = meaning_of(terms, atom, meaning))
        for (const TermId conjunct : conjuncts_of(store, *part)) choices.push_back(terms.negation(conjunct));
    if (choices.empty()) return false;
    guards = {rng.pick(choices)};
  }
  rng.shuffle(guards);
  // As few guards as the proof needs, in a random order.
  for (const TermId guard : guards) {
    constrain(terms, clause, guard);
    if (is_true(clause)) return true;
  }
  return false;
}

/// Builds a system around ground instances.
class DerivationMaker {
 public:
  DerivationMaker(const Terms& terms, const Theme& theme, core::Rng& rng)
      : terms_(terms), store_(terms.store()), theme_(theme), rng_(rng), evaluation_(terms.store()) {}

  /// Adds a clause and its instance, whose premises are known facts. Without a head it is a query. False if the
  /// instance has no value.
  bool add(KnownSystem& known, const std::vector<Fact>& premises, std::optional<FunctionId> head, unsigned depth) {
    ClauseDraft draft(terms_, theme_, rng_);
    Values values;
    Clause clause;
    for (const Fact& premise : premises) clause.body.push_back(generalised(draft, premise, values));
    if (premises.empty() || rng_.percent(25)) bind_new(draft, rng_.pick(theme_.sorts), values);
    std::vector<TermId> constraint;
    for (std::uint64_t count = rng_.below(3); count > 0; --count) {
      const TermId guard = draft.guard(depth);
      const auto holds = evaluation_.value(guard, values);
      if (holds) constraint.push_back(holds->as_bool() ? guard : terms_.negation(guard));
    }
    if (head) {
      std::vector<TermId> unused;
      clause.head = draw_head(terms_, draft, *head, depth, false, unused, rng_);
      for (TermId& argument : clause.head->arguments) {
        const auto value = evaluation_.value(argument, values);
        if (!value) return false;
        if (!rng_.percent(35)) continue;
        const TermId variable = draft.fresh(store_.sort_of(argument));
        values.emplace(draft.variables().back().name, *value);
        constraint.push_back(terms_.equal(variable, argument));
        argument = variable;
      }
    }
    clause.constraint = terms_.all(constraint);
    clause.variables = draft.variables();
    if (head) {
      const auto fact = evaluation_.fact(*clause.head, values);
      if (!fact) return false;
      facts_.push_back(*fact);
    }
    known.derivation->push_back(step_of(known.system.clauses.size(), clause, values));
    known.system.clauses.push_back(std::move(clause));
    return true;
  }

  [[nodiscard]] const std::vector<Fact>& facts() const { return facts_; }

 private:
  void bind_new(ClauseDraft& draft, SortId sort, Values& values) {
    static_cast<void>(draft.fresh(sort));
    const SymbolId name = draft.variables().back().name;
    values.emplace(name, draw_value(store_, theme_, sort, rng_));
  }

  Atom generalised(ClauseDraft& draft, const Fact& fact, Values& values) {
    Atom atom{fact.predicate, {}};
    const std::vector<SortId>& sorts = store_.node(fact.predicate).parameters;
    for (std::size_t i = 0; i < sorts.size(); ++i) {
      std::vector<BoundVariable> equal;
      for (const BoundVariable& variable : draft.variables())
        if (variable.sort == sorts[i] && values.at(variable.name) == fact.arguments[i]) equal.push_back(variable);
      if (!equal.empty() && rng_.percent(40)) {
        atom.arguments.push_back(store_.variable(rng_.pick(equal)));
      } else if (const auto literal = smt::make_term(store_, fact.arguments[i], sorts[i]);
                 literal && rng_.percent(20)) {
        atom.arguments.push_back(*literal);
      } else {
        atom.arguments.push_back(draft.fresh(sorts[i]));
        values.emplace(draft.variables().back().name, fact.arguments[i]);
      }
    }
    return atom;
  }

  const Terms& terms_;
  TermStore& store_;
  const Theme& theme_;
  core::Rng& rng_;
  Evaluation evaluation_;
  std::vector<Fact> facts_;
};

}  // namespace

KnownSystem make_tiny(TermStore& store, const Theme& theme, unsigned rung, core::Rng rng) {
  constexpr unsigned kAttempts = 12;
  const Terms terms(store);
  KnownSystem known;
  for (unsigned attempt = 0; attempt < kAttempts && known.truth() == smt::Truth::Open; ++attempt)
    known = decide(store, draw_system(terms, theme, rung, rng));
  return known;
}

KnownSystem make_invariant(TermStore& store, const Theme& theme, unsigned rung, core::Rng rng) {
  const Terms terms(store);
  const SystemSize size = draw_size(rung, rng);
  KnownSystem known;
  known.system.predicates = make_predicates(store, theme, size, rng);
  known.meaning.emplace();
  for (const FunctionId predicate : known.system.predicates)
    known.meaning->emplace(predicate, draw_meaning(terms, theme, predicate, rng));
  for (unsigned i = 0; i < size.clauses + size.queries; ++i) {
    const bool is_query = i >= size.clauses;
    const unsigned bodies = is_query ? (rng.percent(80) ? 1 : 2) : draw_bodies(rng);
    const FunctionId head =
        i < known.system.predicates.size() ? known.system.predicates[i] : rng.pick(known.system.predicates);
    Clause clause = draw_clause(terms, theme, known.system.predicates, is_query ? std::nullopt : std::optional(head),
                                bodies, size.depth, rng);
    if (make_true(terms, clause, known, rng)) known.system.clauses.push_back(std::move(clause));
  }
  if (known.system.clauses.empty() || !known.is_confirmed(store)) known.meaning.reset();
  return known;
}

KnownSystem make_derivation(TermStore& store, const Theme& theme, unsigned rung, core::Rng rng) {
  const Terms terms(store);
  const SystemSize size = draw_size(rung, rng);
  KnownSystem known;
  known.system.predicates = make_predicates(store, theme, size, rng);
  known.derivation.emplace();
  DerivationMaker maker(terms, theme, rng);
  const std::uint64_t steps = 2 + rung + rng.below(3 + 2 * rung);
  for (std::uint64_t i = 0; i < steps; ++i) {
    const std::uint64_t wanted = maker.facts().empty() ? 0 : rng.below(3);
    std::vector<Fact> premises;
    for (std::uint64_t j = 0; j < wanted; ++j)
      premises.push_back(rng.percent(50) ? maker.facts().back() : rng.pick(maker.facts()));
    const FunctionId head = rng.pick(known.system.predicates);
    maker.add(known, premises, head, size.depth);
  }
  if (maker.facts().empty() || !maker.add(known, {maker.facts().back()}, std::nullopt, size.depth)) {
    known.derivation.reset();
    return known;
  }
  for (std::uint64_t noise = rng.below(2 + rung); noise > 0; --noise) {
    const bool is_query = rng.percent(20);
    const FunctionId head = rng.pick(known.system.predicates);
    const unsigned bodies = is_query ? 1 : draw_bodies(rng);
    known.system.clauses.push_back(draw_clause(terms, theme, known.system.predicates,
                                               is_query ? std::nullopt : std::optional(head), bodies, size.depth, rng));
  }
  if (rng.percent(60)) shuffle_clauses(known, rng);
  if (!known.is_confirmed(store)) known.derivation.reset();
  return known;
}

}  // namespace assay::horn
