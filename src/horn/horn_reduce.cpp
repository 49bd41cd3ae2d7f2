#include <algorithm>
#include <functional>
#include <utility>

#include "horn/horn_config.hpp"

namespace assay::horn {
namespace {

/// Reduces a system step by step. Each step keeps evidence for the truth, if the failure needs it.
class HornReduction {
 public:
  HornReduction(OpenedHorn& opened, const core::Case& failing, bool keep_truth,
                const std::function<bool(const core::Case&)>& still_fails)
      : store_(*opened.store),
        terms_(store_),
        known_(opened.known),
        facts_(opened.facts),
        best_(failing),
        keep_truth_(keep_truth && facts_.truth != smt::Truth::Open),
        still_fails_(still_fails) {}

  core::Case run() {
    reduce_options();
    for (bool smaller = true; smaller;) {
      smaller = drop_clauses();
      smaller = drop_parts() || smaller;
      smaller = drop_arguments() || smaller;
      smaller = drop_predicates() || smaller;
      smaller = simplify_terms() || smaller;
    }
    reduce_options();
    return best_;
  }

 private:
  /// True if the step keeps the truth and the failure. Then it becomes the best case.
  bool accept(KnownSystem candidate) {
    if (std::none_of(candidate.system.clauses.begin(), candidate.system.clauses.end(),
                     [](const Clause& clause) { return clause.head || !clause.body.empty(); }))
      return false;  // without predicates it is no system of Horn clauses
    if (keep_truth_ && !confirm(candidate)) return false;
    if (!keep_truth_) {
      candidate.meaning.reset();
      candidate.derivation.reset();
    }
    core::Case made = make_horn_case(store_, candidate, facts_, best_);
    if (made.files[0].content == best_.files[0].content && made.metadata == best_.metadata) return false;
    if (!still_fails_(made)) return false;
    best_ = std::move(made);
    known_ = std::move(candidate);
    return true;
  }

  /// Confirms the evidence, or finds new evidence for the same truth.
  bool confirm(KnownSystem& candidate) {
    if (candidate.is_confirmed(store_)) return true;
    candidate = decide(store_, candidate.system);
    return candidate.truth() == facts_.truth;
  }

  void reduce_options() {
    HornFacts simple = facts_;
    simple.spelling = 0;
    simple.muz = false;
    try_facts(simple);
    if (facts_.options.empty()) return;
    simple = facts_;
    simple.options.clear();
    if (try_facts(simple)) return;
    for (std::size_t i = 0; i < facts_.options.size(); ++i)
      for (std::size_t j = 0; j < facts_.options[i].values.size();) {
        simple = facts_;
        erase_at(simple.options[i].values, j);
        if (!try_facts(simple)) ++j;
      }
  }

  bool try_facts(const HornFacts& facts) {
    if (facts.json() == facts_.json()) return false;
    const HornFacts before = facts_;
    facts_ = facts;
    if (accept(known_)) return true;
    facts_ = before;
    return false;
  }

  /// Tries a step for each of `count` parts, the last part first. `drop` drops the part at a position from the
  /// candidate; false if it cannot. True if a step was accepted.
  template <typename Drop>
  bool drop_each(std::size_t count, const Drop& drop) {
    bool smaller = false;
    while (count-- > 0)
      if (KnownSystem candidate = known_; drop(candidate, count)) smaller = accept(std::move(candidate)) || smaller;
    return smaller;
  }

  bool drop_clauses() {
    return drop_each(known_.system.clauses.size(), [](KnownSystem& candidate, std::size_t i) {
      erase_at(candidate.system.clauses, i);
      if (!candidate.derivation) return true;
      std::erase_if(*candidate.derivation, [&](const Step& step) { return step.clause == i; });
      for (Step& step : *candidate.derivation) step.clause -= step.clause > i ? 1 : 0;
      return true;
    });
  }

  /// Drops body atoms, conjuncts and variables.
  bool drop_parts() {
    bool smaller = false;
    for (std::size_t i = 0; i < known_.system.clauses.size(); ++i) {
      smaller = drop_each(known_.system.clauses[i].body.size(),
                          [&](KnownSystem& candidate, std::size_t j) {
                            erase_at(candidate.system.clauses[i].body, j);
                            return true;
                          }) ||
                smaller;
      smaller = drop_each(conjuncts_of(store_, known_.system.clauses[i].constraint).size(),
                          [&](KnownSystem& candidate, std::size_t j) {
                            Clause& clause = candidate.system.clauses[i];
                            auto parts = conjuncts_of(store_, clause.constraint);
                            if (j >= parts.size()) return false;
                            erase_at(parts, j);
                            clause.constraint = terms_.all(parts);
                            return true;
                          }) ||
                smaller;
      smaller = drop_variables(i) || smaller;
    }
    return smaller;
  }

  bool drop_variables(std::size_t at) {
    KnownSystem candidate = known_;
    Clause& clause = candidate.system.clauses[at];
    const std::set<SymbolId> used = used_variables(store_, clause);
    for (std::size_t i = clause.variables.size(); i-- > 0;) {
      if (used.contains(clause.variables[i].name)) continue;
      erase_at(clause.variables, i);
      if (candidate.derivation)
        for (Step& step : *candidate.derivation)
          if (step.clause == at) erase_at(step.values, i);
    }
    return clause.variables.size() < known_.system.clauses[at].variables.size() && accept(std::move(candidate));
  }

  /// Drops an argument of a predicate in all atoms.
  bool drop_arguments() {
    bool smaller = false;
    for (std::size_t p = 0; p < known_.system.predicates.size(); ++p)
      smaller = drop_each(store_.node(known_.system.predicates[p]).parameters.size(),
                          [&](KnownSystem& candidate, std::size_t i) { return drop_argument(candidate, p, i); }) ||
                smaller;
    return smaller;
  }

  /// The meaning gets a default value for the argument. confirm() proves it, or finds another one.
  bool drop_argument(KnownSystem& candidate, std::size_t predicate, std::size_t at) {
    const FunctionId old = candidate.system.predicates[predicate];
    smt::Function function = store_.node(old);
    if (at >= function.parameters.size()) return false;
    const SortId sort = function.parameters[at];
    erase_at(function.parameters, at);
    const FunctionId made = store_.function(function);
    replace_predicate(candidate, old, made, [&](Clause&, Atom& atom) { erase_at(atom.arguments, at); });
    const auto meaning = candidate.meaning ? candidate.meaning->find(made) : Interpretation::iterator();
    if (!candidate.meaning || meaning == candidate.meaning->end()) return true;
    Definition& definition = meaning->second;
    const auto value = smt::default_value(store_, sort);
    const auto literal = value ? smt::make_term(store_, *value, sort) : std::nullopt;
    if (literal) definition.body = replaced(store_, definition.body, {definition.parameters[at]}, {*literal});
    erase_at(definition.parameters, at);
    if (!literal) candidate.meaning->erase(meaning);
    return true;
  }

  bool drop_predicates() {
    std::set<FunctionId> used;
    for (const Clause& clause : known_.system.clauses)
      for_each_atom(clause, [&](const Atom& atom) { used.insert(atom.predicate); });
    KnownSystem candidate = known_;
    const auto dropped =
        std::erase_if(candidate.system.predicates, [&](FunctionId predicate) { return !used.contains(predicate); });
    if (candidate.meaning)
      std::erase_if(*candidate.meaning, [&](const auto& one) { return !used.contains(one.first); });
    return dropped > 0 && accept(std::move(candidate));
  }

  /// Smaller terms of the same sort: a child, or 0.
  [[nodiscard]] std::vector<TermId> simpler(TermId term) const {
    std::vector<TermId> choices;
    const SortId sort = store_.sort_of(term);
    for (const TermId child : store_.children(term))
      if (store_.sort_of(child) == sort) choices.push_back(child);
    if (is_number(store_.kind(sort)) && !store_.children(term).empty()) choices.push_back(terms_.number(0, sort));
    return choices;
  }

  bool simplify_terms() {
    bool smaller = false;
    for (std::size_t i = 0; i < known_.system.clauses.size(); ++i) {
      const std::size_t count = slots(known_.system.clauses[i]).size();
      for (std::size_t j = 0; j < count; ++j) {
        const std::vector<TermId*> now = slots(known_.system.clauses[i]);
        if (j >= now.size()) break;
        for (const TermId choice : simpler(*now[j])) {
          KnownSystem candidate = known_;
          *slots(candidate.system.clauses[i])[j] = choice;
          if (!accept(std::move(candidate))) continue;
          smaller = true;
          break;
        }
      }
    }
    return smaller;
  }

  /// The arguments of the clause's atoms, and its constraint.
  static std::vector<TermId*> slots(Clause& clause) {
    std::vector<TermId*> all;
    for_each_term(clause, [&](TermId& term) { all.push_back(&term); });
    return all;
  }

  TermStore& store_;
  Terms terms_;
  KnownSystem known_;
  HornFacts facts_;
  core::Case best_;
  bool keep_truth_;
  const std::function<bool(const core::Case&)>& still_fails_;
};

}  // namespace

core::Case reduce_horn_case(const core::Case& failing, bool keep_truth,
                            const std::function<bool(const core::Case&)>& still_fails) {
  OpenedHorn opened = open_horn_case(failing);
  if (!opened.problem.empty() || failing.file(kJudgedSystemFile) != nullptr) return failing;
  if (keep_truth) read_evidence(opened, failing);
  return HornReduction(opened, failing, keep_truth, still_fails).run();
}

}  // namespace assay::horn
