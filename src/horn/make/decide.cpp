#include "horn/make/decide.hpp"

#include <algorithm>
#include <utility>

namespace assay::horn {
namespace {

/// Candidate conjuncts for one predicate: they hold for all of its facts.
class Candidates {
 public:
  Candidates(const Terms& terms, FunctionId predicate, const Facts& facts, const ValuePool& literals)
      : terms_(terms), store_(terms.store()), literals_(literals) {
    const std::vector<SortId> sorts = store_.node(predicate).parameters;
    for (const SortId sort : sorts)
      parameters_.push_back({store_.symbol("p!" + std::to_string(parameters_.size())), sort});
    for (auto fact = facts.lower_bound({predicate, {}}); fact != facts.end() && fact->predicate == predicate; ++fact)
      facts_.push_back(&*fact);
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
    made_.push_back(condition ? terms_.any(std::vector{terms_.negation(*condition), conjunct}) : conjunct);
  }

  void list_facts() {
    std::vector<TermId> all;
    for (const Fact* fact : facts_) {
      std::vector<TermId> equal;
      for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const auto term = smt::make_term(store_, fact->arguments[i], parameters_[i].sort);
        if (!term) return;
        equal.push_back(terms_.equal(parameter(i), *term));
      }
      all.push_back(terms_.all(equal));
    }
    add(terms_.any(all), {});
  }

  void about(std::size_t i, std::optional<TermId> condition) {
    const SortId sort = parameters_[i].sort;
    const SortKind kind = store_.kind(sort);
    const auto [low, high] = std::minmax_element(
        facts_.begin(), facts_.end(), [&](const Fact* a, const Fact* b) { return a->arguments[i] < b->arguments[i]; });
    if ((*low)->arguments[i] == (*high)->arguments[i]) {
      if (const auto term = smt::make_term(store_, (*low)->arguments[i], sort))
        add(terms_.equal(parameter(i), *term), condition);
    }
    if (kind != SortKind::Int && kind != SortKind::Real && kind != SortKind::BitVector) return;
    const std::string_view at_most = kind == SortKind::BitVector ? "bvule" : "<=";
    const auto least = smt::make_term(store_, (*low)->arguments[i], sort);
    const auto greatest = smt::make_term(store_, (*high)->arguments[i], sort);
    if (least) add(terms_.op(at_most, {*least, parameter(i)}), condition);
    if (greatest) add(terms_.op(at_most, {parameter(i), *greatest}), condition);
    if (kind == SortKind::Int) residues(i, condition);
  }

  void residues(std::size_t i, std::optional<TermId> condition) {
    for (const long by : {2L, 3L}) {
      const auto residue = [&](const Fact* fact) -> mpz_class {
        mpz_class rest;
        mpz_fdiv_r_ui(rest.get_mpz_t(), fact->arguments[i].as_int().get_mpz_t(), static_cast<unsigned long>(by));
        return rest;
      };
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
    if (kind == SortKind::Int) {
      const mpz_class difference = facts_[0]->arguments[j].as_int() - facts_[0]->arguments[i].as_int();
      const bool constant =
          holds([&](const Value& a, const Value& b) { return b.as_int() - a.as_int() == difference; });
      if (i < j && constant && difference != 0 && difference.fits_slong_p())
        add(terms_.equal(parameter(j),
                         terms_.op("+", {parameter(i), terms_.number(difference.get_si(), store_.int_sort())})),
            {});
    }
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

}  // namespace

Chaining chain(TermStore& store, const System& system, const DecisionLimits& limits) {
  Evaluation evaluation(store);
  const ValuePool pool = pool_of(store, system);
  InstanceSearch search(evaluation, pool);
  Chaining result;
  Derivation steps;
  std::map<FunctionId, std::size_t> counts;
  bool grows = true;
  std::uint64_t all_tries = limits.all_tries;
  for (unsigned round = 0; round < limits.rounds && grows && !result.refutation; ++round) {
    grows = false;
    for (std::size_t number = 0; number < system.clauses.size() && !result.refutation; ++number) {
      const Clause& clause = system.clauses[number];
      if (clause.head && counts[clause.head->predicate] >= limits.facts) continue;
      const Facts before = result.facts;
      const std::uint64_t tries = std::min(limits.tries, all_tries);
      search.find(clause, nullptr, before, tries, [&](Step step, const InstanceSearch::Assignment& values) {
        step.clause = number;
        if (!clause.head) {
          steps.push_back(std::move(step));
          result.refutation = steps;
          return true;
        }
        const auto fact = evaluation.fact(*clause.head, values);
        if (!fact || !result.facts.insert(*fact).second) return false;
        steps.push_back(std::move(step));
        grows = true;
        return ++counts[clause.head->predicate] >= limits.facts;
      });
      all_tries -= tries - search.tries_left();
    }
  }
  if (result.refutation) result.refutation = needed_steps(store, system, *result.refutation);
  return result;
}

std::optional<Interpretation> guess_invariant(TermStore& store, const System& system, const Facts& facts,
                                              const DecisionLimits& limits) {
  const Terms terms(store);
  std::map<FunctionId, std::vector<TermId>> conjuncts;
  Interpretation meaning;
  ValuePool literals;
  literals[store.int_sort()] = literals_in(store, terms_of(system), store.int_sort());
  std::uint64_t steps = 0;
  const auto proves = [&](TermId claim) {
    const smt::Validity proof = prove_claim(store, claim);
    steps += proof.steps;
    return proof.valid;
  };
  const auto define = [&](FunctionId predicate) { meaning[predicate].body = terms.all(conjuncts[predicate]); };
  for (const FunctionId predicate : system.predicates) {
    Candidates candidates(terms, predicate, facts, literals);
    conjuncts[predicate] = candidates.made(limits);
    meaning[predicate].parameters = candidates.parameters();
    define(predicate);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Clause& clause : system.clauses) {
      if (!clause.head) continue;
      const FunctionId head = clause.head->predicate;
      const auto claim = obligation(terms, clause, meaning);
      if (!claim || steps > limits.proof_steps) return std::nullopt;
      if (conjuncts[head].empty() || proves(*claim)) continue;
      // Each conjunct alone, so that the others stay.
      std::vector<TermId> kept;
      for (const TermId conjunct : conjuncts[head]) {
        Interpretation one = meaning;
        one[head].body = conjunct;
        // The body keeps the whole meaning of the head's predicate.
        const auto goal = meaning_of(terms, *clause.head, one);
        Clause premises = clause;
        premises.head.reset();
        const auto refuted = obligation(terms, premises, meaning);
        if (!goal || !refuted) return std::nullopt;
        const TermId premise =
            store.is(*refuted, smt::Operators::get().at("=>")) ? store.children(*refuted)[0] : terms.truth(true);
        if (steps > limits.proof_steps) return std::nullopt;
        if (proves(terms.implies(premise, *goal))) kept.push_back(conjunct);
      }
      if (kept.size() == conjuncts[head].size())
        return std::nullopt;  // single conjuncts hold, and their conjunction was not proved
      conjuncts[head] = std::move(kept);
      define(head);
      changed = true;
    }
  }
  if (!is_proved(store, system, meaning)) return std::nullopt;
  return meaning;
}

KnownSystem decide(TermStore& store, System system, const DecisionLimits& limits) {
  KnownSystem known;
  known.system = std::move(system);
  const Chaining chaining = chain(store, known.system, limits);
  if (chaining.refutation) {
    if (is_refutation(store, known.system, *chaining.refutation)) known.derivation = chaining.refutation;
    return known;
  }
  DecisionLimits simple = limits;
  simple.by_cases = false;
  known.meaning = guess_invariant(store, known.system, chaining.facts, simple);
  if (!known.meaning && limits.by_cases) known.meaning = guess_invariant(store, known.system, chaining.facts, limits);
  return known;
}

}  // namespace assay::horn
