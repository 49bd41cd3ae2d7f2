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
    HornFacts facts = facts_;
    if (!keep_truth_) {
      candidate.meaning.reset();
      candidate.derivation.reset();
    }
    core::Case made = make_horn_case(store_, candidate, facts);
    made.index = best_.index;
    made.strategy = best_.strategy;
    made.group = best_.group;
    made.labels = best_.labels;
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
        simple.options[i].values.erase(simple.options[i].values.begin() + static_cast<std::ptrdiff_t>(j));
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

  bool drop_clauses() {
    bool smaller = false;
    for (std::size_t i = known_.system.clauses.size(); i-- > 0;) {
      KnownSystem candidate = known_;
      candidate.system.clauses.erase(candidate.system.clauses.begin() + static_cast<std::ptrdiff_t>(i));
      if (candidate.derivation) {
        std::erase_if(*candidate.derivation, [&](const Step& step) { return step.clause == i; });
        for (Step& step : *candidate.derivation) step.clause -= step.clause > i ? 1 : 0;
      }
      smaller = accept(std::move(candidate)) || smaller;
    }
    return smaller;
  }

  /// Drops body atoms, conjuncts and variables.
  bool drop_parts() {
    bool smaller = false;
    for (std::size_t i = 0; i < known_.system.clauses.size(); ++i) {
      for (std::size_t j = known_.system.clauses[i].body.size(); j-- > 0;) {
        KnownSystem candidate = known_;
        auto& body = candidate.system.clauses[i].body;
        body.erase(body.begin() + static_cast<std::ptrdiff_t>(j));
        smaller = accept(std::move(candidate)) || smaller;
      }
      for (std::size_t j = conjuncts_of(store_, known_.system.clauses[i].constraint).size(); j-- > 0;) {
        KnownSystem candidate = known_;
        auto parts = conjuncts_of(store_, known_.system.clauses[i].constraint);
        if (j >= parts.size()) continue;
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(j));
        candidate.system.clauses[i].constraint = terms_.all(parts);
        smaller = accept(std::move(candidate)) || smaller;
      }
      smaller = drop_variables(i) || smaller;
    }
    return smaller;
  }

  bool drop_variables(std::size_t at) {
    KnownSystem candidate = known_;
    Clause& clause = candidate.system.clauses[at];
    System alone;
    alone.clauses = {clause};
    std::set<SymbolId> used;
    for (const TermId term : terms_of(alone))
      for (const SymbolId name : store_.free_variables(term)) used.insert(name);
    for (std::size_t i = clause.variables.size(); i-- > 0;) {
      if (used.contains(clause.variables[i].name)) continue;
      clause.variables.erase(clause.variables.begin() + static_cast<std::ptrdiff_t>(i));
      if (candidate.derivation)
        for (Step& step : *candidate.derivation)
          if (step.clause == at) step.values.erase(step.values.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return clause.variables.size() < known_.system.clauses[at].variables.size() && accept(std::move(candidate));
  }

  /// Drops an argument of a predicate in all atoms.
  bool drop_arguments() {
    bool smaller = false;
    for (std::size_t p = 0; p < known_.system.predicates.size(); ++p)
      for (std::size_t i = store_.node(known_.system.predicates[p]).parameters.size(); i-- > 0;) {
        const FunctionId old = known_.system.predicates[p];
        smt::Function function = store_.node(old);
        if (i >= function.parameters.size()) continue;
        function.parameters.erase(function.parameters.begin() + static_cast<std::ptrdiff_t>(i));
        const FunctionId made = store_.function(function);
        KnownSystem candidate = known_;
        candidate.system.predicates[p] = made;
        const auto edit = [&](Atom& atom) {
          if (atom.predicate != old) return;
          atom.predicate = made;
          atom.arguments.erase(atom.arguments.begin() + static_cast<std::ptrdiff_t>(i));
        };
        for (Clause& clause : candidate.system.clauses) {
          std::for_each(clause.body.begin(), clause.body.end(), edit);
          if (clause.head) edit(*clause.head);
        }
        if (candidate.meaning) project(*candidate.meaning, old, made, i);
        smaller = accept(std::move(candidate)) || smaller;
      }
    return smaller;
  }

  /// The meaning without a parameter, which becomes a default value. confirm() proves it, or finds another one.
  void project(Interpretation& meaning, FunctionId old, FunctionId made, std::size_t parameter) {
    const auto found = meaning.find(old);
    if (found == meaning.end()) return;
    Definition definition = found->second;
    meaning.erase(found);
    const BoundVariable dropped = definition.parameters[parameter];
    definition.parameters.erase(definition.parameters.begin() + static_cast<std::ptrdiff_t>(parameter));
    const auto value = smt::default_value(store_, dropped.sort);
    const auto literal = value ? smt::make_term(store_, *value, dropped.sort) : std::nullopt;
    if (!literal) return;
    definition.body = replaced(store_, definition.body, std::vector{smt::Replacement(dropped.name, *literal)});
    meaning.emplace(made, std::move(definition));
  }

  bool drop_predicates() {
    KnownSystem candidate = known_;
    std::erase_if(candidate.system.predicates, [&](FunctionId predicate) {
      return std::none_of(known_.system.clauses.begin(), known_.system.clauses.end(), [&](const Clause& clause) {
        const auto names = [&](const Atom& atom) { return atom.predicate == predicate; };
        return (clause.head && names(*clause.head)) || std::any_of(clause.body.begin(), clause.body.end(), names);
      });
    });
    if (candidate.system.predicates.size() == known_.system.predicates.size()) return false;
    if (candidate.meaning)
      std::erase_if(*candidate.meaning, [&](const auto& one) {
        const auto& all = candidate.system.predicates;
        return std::find(all.begin(), all.end(), one.first) == all.end();
      });
    return accept(std::move(candidate));
  }

  /// Smaller terms of the same sort: a child, or 0.
  [[nodiscard]] std::vector<TermId> simpler(TermId term) const {
    std::vector<TermId> choices;
    const SortId sort = store_.sort_of(term);
    for (const TermId child : store_.children(term))
      if (store_.sort_of(child) == sort) choices.push_back(child);
    const SortKind kind = store_.kind(sort);
    const bool is_number = kind == SortKind::Int || kind == SortKind::Real || kind == SortKind::BitVector;
    if (is_number && !store_.children(term).empty()) choices.push_back(terms_.number(0, sort));
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
    for (Atom& atom : clause.body)
      for (TermId& argument : atom.arguments) all.push_back(&argument);
    if (clause.head)
      for (TermId& argument : clause.head->arguments) all.push_back(&argument);
    all.push_back(&clause.constraint);
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
