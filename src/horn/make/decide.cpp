#include "horn/make/decide.hpp"

#include <algorithm>
#include <utility>

namespace assay::horn {
namespace {

/// Candidate conjuncts for one predicate: they hold for all of its facts.
class Candidates {
 public:
  Candidates(const Terms& terms, FunctionId predicate, const Facts& facts, const ValuePool& literals)
      : terms_(terms),
        store_(terms.store()),
        literals_(literals),
        parameters_(make_parameters(store_, store_.node(predicate).parameters)) {
    for (const Fact& fact : facts_of(facts, predicate)) facts_.push_back(&fact);
  }

  [[nodiscard]] const std::vector<BoundVariable>& parameters() const { return parameters_; }

  [[nodiscard]] std::vector<TermId> made(const DecisionLimits& limits) {
    if (facts_.empty()) return {terms_.truth(false)};
    if (facts_.size() <= limits.listed) list_facts();
    for (std::size_t i = 0; i < parameters_.size(); ++i) about(i, {});
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      for (std::size_t j = 0; j < parameters_.size(); ++j) about_pair(i, j);
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      if (parameters_[i].sort == store_.bool_sort())
        for (const bool value : {false, true})
          under(i, value ? parameter(i) : terms_.negation(parameter(i)),
                [&](const Fact& fact) { return fact.arguments[i].as_bool() == value; });
    for (std::size_t i = 0; i < parameters_.size() && limits.by_cases; ++i)
      if (store_.kind(parameters_[i].sort) == SortKind::Int) by_threshold(i);
    if (made_.size() > limits.candidates) made_.resize(limits.candidates);
    return made_;
  }

 private:
  [[nodiscard]] TermId parameter(std::size_t i) const { return store_.variable(parameters_[i]); }

  /// Adds the conjunct, under the condition if there is one.
  void add(TermId conjunct, std::optional<TermId> condition) {
    made_.push_back(condition ? terms_.any({terms_.negation(*condition), conjunct}) : conjunct);
  }

  void list_facts() {
    std::vector<TermId> all;
    for (const Fact* fact : facts_) {
      const auto literals = terms_.literals(fact->arguments, store_.node(fact->predicate).parameters);
      if (!literals) return;
      all.push_back(terms_.equal(terms_.variables(parameters_), *literals));
    }
    add(terms_.any(all), {});
  }

  void about(std::size_t i, std::optional<TermId> condition) {
    const SortId sort = parameters_[i].sort;
    const SortKind kind = store_.kind(sort);
    const auto [low, high] = std::minmax_element(
        facts_.begin(), facts_.end(), [&](const Fact* a, const Fact* b) { return a->arguments[i] < b->arguments[i]; });
    const auto ends = terms_.literals(std::vector{(*low)->arguments[i], (*high)->arguments[i]}, {sort, sort});
    if (!ends) return;
    const TermId least = ends->front(), greatest = ends->back();
    if (least == greatest) add(terms_.equal(parameter(i), least), condition);
    if (!is_number(kind)) return;
    const std::string_view at_most = kind == SortKind::BitVector ? "bvule" : "<=";
    add(terms_.op(at_most, {least, parameter(i)}), condition);
    add(terms_.op(at_most, {parameter(i), greatest}), condition);
    if (kind == SortKind::Int) residues(i, condition);
  }

  void residues(std::size_t i, std::optional<TermId> condition) {
    for (const long by : {2L, 3L}) {
      const auto residue = [&](const Fact* fact) -> mpz_class { return (fact->arguments[i].as_int() % by + by) % by; };
      const mpz_class first = residue(facts_[0]);
      if (std::all_of(facts_.begin(), facts_.end(), [&](const Fact* fact) { return residue(fact) == first; }))
        add(terms_.equal(terms_.op("mod", {parameter(i), terms_.number(by, store_.int_sort())}),
                         terms_.number(first.get_si(), store_.int_sort())),
            condition);
    }
  }

  void about_pair(std::size_t i, std::size_t j) {
    if (i == j || parameters_[i].sort != parameters_[j].sort) return;
    const SortKind kind = store_.kind(parameters_[i].sort);
    const auto holds = [&](const auto& relation) {
      return std::all_of(facts_.begin(), facts_.end(),
                         [&](const Fact* fact) { return relation(fact->arguments[i], fact->arguments[j]); });
    };
    if (i < j && holds([](const Value& a, const Value& b) { return a == b; }))
      add(terms_.equal(parameter(i), parameter(j)), {});
    if (kind != SortKind::Int && kind != SortKind::Real) return;
    if (holds([](const Value& a, const Value& b) { return a <= b; }))
      add(terms_.op("<=", {parameter(i), parameter(j)}), {});
    if (kind == SortKind::Int) line(i, j);
  }

  /// Argument `j` is a multiple of argument `i`, plus a constant.
  void line(std::size_t i, std::size_t j) {
    const auto at = [&](const Fact* fact, std::size_t argument) { return fact->arguments[argument].as_int(); };
    const Fact* first = facts_[0];
    const auto other =
        std::find_if(facts_.begin(), facts_.end(), [&](const Fact* fact) { return at(fact, i) != at(first, i); });
    if (other == facts_.end()) return;
    const mpz_class run = at(*other, i) - at(first, i), rise = at(*other, j) - at(first, j);
    if (rise == 0 || rise % run != 0) return;
    const mpz_class slope = rise / run, offset = at(first, j) - slope * at(first, i);
    const bool fits = std::all_of(facts_.begin(), facts_.end(),
                                  [&](const Fact* fact) { return at(fact, j) == slope * at(fact, i) + offset; });
    if (!fits || !slope.fits_slong_p() || !offset.fits_slong_p() || (slope == 1 && (offset == 0 || i > j))) return;
    const auto number = [&](const mpz_class& value) { return terms_.number(value.get_si(), store_.int_sort()); };
    const TermId multiple = slope == 1 ? parameter(i) : terms_.op("*", {number(slope), parameter(i)});
    add(terms_.equal(parameter(j), offset == 0 ? multiple : terms_.op("+", {multiple, number(offset)})), {});
  }

  /// The conjuncts about the other arguments of the facts that satisfy a condition on argument `i`.
  template <typename Holds>
  void under(std::size_t i, TermId condition, const Holds& holds) {
    std::vector<const Fact*> chosen;
    for (const Fact* fact : facts_)
      if (holds(*fact)) chosen.push_back(fact);
    if (chosen.size() == facts_.size()) return;
    if (chosen.empty()) {
      add(terms_.truth(false), condition);
      return;
    }
    std::swap(chosen, facts_);
    for (std::size_t j = 0; j < parameters_.size(); ++j)
      if (j != i) about(j, condition);
    std::swap(chosen, facts_);
  }

  /// Cases below and above the literals of the system, and at a value: the rows of a function's table.
  void by_threshold(std::size_t i) {
    const SortId sort = parameters_[i].sort;
    const auto literals = literals_.find(sort);
    if (literals == literals_.end()) return;
    for (const Value& at : literals->second) {
      const auto literal = smt::make_term(store_, at, sort);
      if (!literal) continue;
      under(i, terms_.op(">", {parameter(i), *literal}), [&](const Fact& fact) { return at < fact.arguments[i]; });
      under(i, terms_.op("<=", {parameter(i), *literal}), [&](const Fact& fact) { return fact.arguments[i] <= at; });
    }
    std::set<Value> values;
    for (const Fact* fact : facts_) values.insert(fact->arguments[i]);
    for (const Value& at : values)
      if (const auto literal = smt::make_term(store_, at, sort))
        under(i, terms_.equal(parameter(i), *literal), [&](const Fact& fact) { return fact.arguments[i] == at; });
  }

  const Terms& terms_;
  TermStore& store_;
  const ValuePool& literals_;
  std::vector<BoundVariable> parameters_;
  std::vector<const Fact*> facts_;
  std::vector<TermId> made_;
};

/// The strongest conjunction of simple conjuncts, guessed from the facts, that Assay's prover proves inductive
/// (Flanagan and Leino, Houdini, an Annotation Assistant for ESC/Java, FME 2001).
class Houdini {
 public:
  Houdini(TermStore& store, const System& system, const Facts& facts, const DecisionLimits& limits)
      : store_(store), terms_(store), system_(system), limits_(limits), evaluation_(store) {
    ValuePool literals;
    literals[store.int_sort()] = literals_in(store, terms_of(system), store.int_sort());
    for (const FunctionId predicate : system.predicates) {
      Candidates candidates(terms_, predicate, facts, literals);
      Guess& guess = guesses_[predicate];
      guess.conjuncts = candidates.made(limits);
      guess.parameters = candidates.parameters();
      guess.holds.assign(guess.conjuncts.size(), true);
    }
    for (const Clause& clause : system.clauses) {
      std::vector<Premise>& premises = premises_.emplace_back();
      for (const Atom& atom : clause.body)
        for (std::size_t i = 0; i < guesses_[atom.predicate].conjuncts.size(); ++i)
          premises.push_back({{atom.predicate, i}, conjunct(atom, i)});
    }
  }

  /// Meanings that make every clause true. Nullopt if there are none among the guesses.
  std::optional<Interpretation> run() {
    for (;;) {
      needed_.clear();
      std::vector<Key> pending;
      for (std::size_t clause = 0; clause < system_.clauses.size(); ++clause) {
        if (system_.clauses[clause].head) continue;
        const auto* used = proof(clause, kQuery);
        if (used == nullptr) return std::nullopt;
        pending.insert(pending.end(), used->begin(), used->end());
      }
      if (follow(std::move(pending))) return meaning();
      if (steps_ > limits_.proof_steps) return std::nullopt;
    }
  }

 private:
  /// A conjunct by its predicate and number.
  using Key = std::pair<FunctionId, std::size_t>;
  static constexpr std::size_t kQuery = 0;
  static constexpr unsigned kMaxGuesses = 4;
  struct Guess {
    std::vector<BoundVariable> parameters;
    std::vector<TermId> conjuncts;
    std::vector<bool> holds;
  };
  struct Premise {
    Key key;
    TermId term;  ///< over the clause's variables
  };

  TermId conjunct(const Atom& atom, std::size_t number) {
    const Guess& guess = guesses_[atom.predicate];
    return *meaning_of(terms_, atom, {{atom.predicate, {guess.parameters, guess.conjuncts[number]}}});
  }

  [[nodiscard]] bool holds(const Key& key) const { return guesses_.at(key.first).holds[key.second]; }

  /// Collects the conjuncts that the proofs of the pending ones need. False if a conjunct does not follow: it is
  /// dropped.
  bool follow(std::vector<Key> pending) {
    while (!pending.empty()) {
      const Key key = pending.back();
      pending.pop_back();
      if (!needed_[key.first].insert(key.second).second) continue;
      for (std::size_t clause = 0; clause < system_.clauses.size(); ++clause) {
        const auto& head = system_.clauses[clause].head;
        if (!head || head->predicate != key.first) continue;
        const auto* used = proof(clause, key.second);
        if (used == nullptr) return guesses_[key.first].holds[key.second] = false;
        pending.insert(pending.end(), used->begin(), used->end());
      }
    }
    return true;
  }

  /// The conjuncts of the clause's body that prove a conjunct of its head, or that exclude the body of a query. Null:
  /// not proved.
  const std::set<Key>* proof(std::size_t clause, std::size_t number) {
    auto& known = proofs_[{clause, number}];
    if (known && std::all_of(known->begin(), known->end(), [&](const Key& key) { return holds(key); })) return &*known;
    const auto& head = system_.clauses[clause].head;
    known = head ? searched_proof(clause, conjunct(*head, number), Key{head->predicate, number})
                 : searched_proof(clause, terms_.truth(false), std::nullopt);
    return known ? &*known : nullptr;
  }

  /// Each conjunct that the proof uses excludes the counterexample to a proof without it: with all of them, a proof
  /// would have too many cases.
  std::optional<std::set<Key>> searched_proof(std::size_t number, TermId goal, std::optional<Key> own) {
    const Clause& clause = system_.clauses[number];
    std::vector<TermId> chosen = {clause.constraint};
    std::set<Key> used;
    unsigned guesses = 0;
    while (steps_ <= limits_.proof_steps) {
      const smt::Validity proof = prove_claim(store_, terms_.implies(terms_.all(chosen), goal));
      steps_ += proof.steps;
      if (proof.valid) return used;
      Values values(proof.counterexample.begin(), proof.counterexample.end());
      for (const BoundVariable& variable : clause.variables)
        if (const auto value = smt::default_value(store_, variable.sort)) values.emplace(variable.name, *value);
      const auto excludes = [&](const Premise& premise) {
        if (used.contains(premise.key) || !holds(premise.key)) return false;
        const auto value = evaluation_.value(premise.term, values);
        return value && !value->as_bool();
      };
      const auto& premises = premises_[number];
      auto next = std::find_if(premises.begin(), premises.end(), excludes);
      if (next == premises.end()) {
        const auto at_point = evaluation_.value(terms_.implies(clause.constraint, goal), values);
        if ((at_point && !at_point->as_bool()) || ++guesses > kMaxGuesses) break;
        // The prover's values are no counterexample: the conjunct itself, then any other may help.
        const auto is_unused = [&](const Premise& one) { return holds(one.key) && !used.contains(one.key); };
        next = std::find_if(premises.begin(), premises.end(),
                            [&](const Premise& one) { return own && one.key == *own && is_unused(one); });
        if (next == premises.end()) next = std::find_if(premises.begin(), premises.end(), is_unused);
        if (next == premises.end()) break;
      }
      for (const Premise& premise : premises)
        if (premise.key == next->key) chosen.push_back(premise.term);
      used.insert(next->key);
    }
    return std::nullopt;
  }

  std::optional<Interpretation> meaning() {
    Interpretation meaning;
    for (const FunctionId predicate : system_.predicates) {
      std::vector<TermId> parts;
      for (const std::size_t i : needed_[predicate]) parts.push_back(guesses_[predicate].conjuncts[i]);
      meaning[predicate] = {guesses_[predicate].parameters, terms_.all(parts)};
    }
    return is_proved(store_, system_, meaning) ? std::optional(meaning) : std::nullopt;
  }

  TermStore& store_;
  const Terms terms_;
  const System& system_;
  const DecisionLimits& limits_;
  Evaluation evaluation_;
  std::map<FunctionId, Guess> guesses_;
  std::vector<std::vector<Premise>> premises_;                                          ///< of each clause
  std::map<std::pair<std::size_t, std::size_t>, std::optional<std::set<Key>>> proofs_;  ///< by clause and conjunct
  std::map<FunctionId, std::set<std::size_t>> needed_;
  std::uint64_t steps_ = 0;
};

}  // namespace

void shuffle_clauses(KnownSystem& known, core::Rng& rng) {
  std::vector<std::size_t> order, place(known.system.clauses.size());
  for (std::size_t i = 0; i < place.size(); ++i) order.push_back(i);
  rng.shuffle(order);
  std::vector<Clause> clauses;
  for (std::size_t i = 0; i < order.size(); ++i) {
    clauses.push_back(std::move(known.system.clauses[order[i]]));
    place[order[i]] = i;
  }
  known.system.clauses = std::move(clauses);
  if (known.derivation)
    for (Step& step : *known.derivation) step.clause = place[step.clause];
}

Chaining chain(TermStore& store, const System& system, const DecisionLimits& limits, Chaining known) {
  Evaluation evaluation(store);
  const ValuePool pool = pool_of(store, system);
  InstanceSearch search(evaluation, pool);
  Chaining result = std::move(known);
  std::vector<Fact> found(result.facts.begin(), result.facts.end());
  std::map<FunctionId, std::size_t> counts;
  for (const Fact& fact : found) ++counts[fact.predicate];
  constexpr std::size_t kNever = ~std::size_t{0};
  std::vector<std::size_t> seen(system.clauses.size(), kNever);  // the facts with which a clause was tried
  std::uint64_t all_tries = limits.all_tries;
  std::size_t before = kNever;
  for (unsigned round = 0; round < limits.rounds && found.size() != before && !result.refutation; ++round) {
    before = found.size();
    for (std::size_t number = 0; number < system.clauses.size() && !result.refutation; ++number) {
      const Clause& clause = system.clauses[number];
      if (clause.head && counts[clause.head->predicate] >= limits.facts) continue;
      // An instance that was not tried has a new fact.
      Facts news;
      const std::size_t first = seen[number] == kNever ? 0 : seen[number];
      for (std::size_t i = first; i < found.size(); ++i)
        if (std::any_of(clause.body.begin(), clause.body.end(),
                        [&](const Atom& atom) { return atom.predicate == found[i].predicate; }))
          news.insert(found[i]);
      const bool is_tried = seen[number] != kNever && news.empty();
      seen[number] = found.size();
      if (is_tried) continue;
      const Facts premises = clause.body.size() > 1 ? result.facts : std::move(news);
      const std::uint64_t tries = std::min(limits.tries, all_tries);
      search.find(clause, nullptr, premises, tries, [&](Step step, const Values& values) {
        step.clause = number;
        if (!clause.head) {
          result.refutation = result.steps;
          result.refutation->push_back(std::move(step));
          return true;
        }
        const auto fact = evaluation.fact(*clause.head, values);
        if (!fact || !result.facts.insert(*fact).second) return false;
        found.push_back(*fact);
        result.steps.push_back(std::move(step));
        return ++counts[clause.head->predicate] >= limits.facts;
      });
      all_tries -= tries - search.tries_left();
    }
  }
  if (result.refutation) result.refutation = needed_steps(store, system, *result.refutation);
  return result;
}

KnownSystem decide(TermStore& store, System system, const DecisionLimits& limits, Chaining derived) {
  KnownSystem known;
  known.system = std::move(system);
  const Chaining chaining = chain(store, known.system, limits, std::move(derived));
  if (chaining.refutation) {
    if (is_refutation(store, known.system, *chaining.refutation)) known.derivation = chaining.refutation;
    return known;
  }
  DecisionLimits simple = limits;
  simple.by_cases = false;
  known.meaning = Houdini(store, known.system, chaining.facts, simple).run();
  if (!known.meaning && limits.by_cases) known.meaning = Houdini(store, known.system, chaining.facts, limits).run();
  return known;
}

}  // namespace assay::horn
