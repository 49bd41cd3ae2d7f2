#include <array>
#include <set>

#include "core/rng/rng.hpp"
#include "horn/make/decide.hpp"
#include "horn/system/instances.hpp"
#include "horn/system/system_text.hpp"
#include "horn/witness/witness.hpp"
#include "smt/parse/check_script.hpp"
#include "smt/term/subterms.hpp"

namespace assay::horn {
namespace {

constexpr unsigned kPoints = 60;             ///< boundary points of one clause
constexpr std::size_t kMaxProvedTerms = 60;  ///< distinct terms of a claim that Assay's prover tries
constexpr unsigned kQuantifiedPoints = 4;  ///< of a clause whose predicates have quantified meanings: these are costly

std::string listed(TermStore& store, const std::vector<BoundVariable>& variables, const Values& values) {
  std::string text;
  for (const BoundVariable& variable : variables) {
    const auto found = values.find(variable.name);
    text += (text.empty() ? "" : ", ") + std::string(store.spelling(variable.name)) + " = " +
            (found == values.end() ? "?" : text_of(store, found->second, variable.sort));
  }
  return text;
}

/// True if Assay's prover, whose time grows fast with the formula, is worth a try before the references are asked.
bool is_small(const TermStore& store, TermId term) {
  std::size_t count = 0;
  for (smt::Subterms below(store, term); count <= kMaxProvedTerms && below.next();) ++count;
  return count <= kMaxProvedTerms;
}

/// Values of the variables for which the claim is false.
std::optional<Values> counterexample(Evaluation& evaluation, const Clause& clause, TermId claim, const ValuePool& pool,
                                     const smt::Assignment& hint) {
  core::Rng rng(0x5eed);  // the same points for the same clause
  const auto is_false = [&](const Values& values) {
    const auto value = evaluation.value(claim, values);
    return value && !value->as_bool();
  };
  const unsigned points = evaluation.store().has(claim, smt::kHasQuantifier) ? kQuantifiedPoints : kPoints;
  for (unsigned point = 0; point < points; ++point) {
    Values values;
    for (const BoundVariable& variable : clause.variables) {
      const auto choices = pool.find(variable.sort);
      if (choices == pool.end() || choices->second.empty()) return std::nullopt;
      values.emplace(variable.name, rng.pick(choices->second));
    }
    if (point == 0)
      for (const auto& [name, value] : hint) values.insert_or_assign(name, value);
    if (is_false(values)) return values;
    if (clause.variables.empty()) break;
  }
  return std::nullopt;
}

/// The clauses about the predicates without a meaning, under the meanings of the others.
System without_meaning(const Terms& terms, const System& system, const Interpretation& meaning) {
  System rest;
  for (const FunctionId predicate : system.predicates)
    if (!meaning.contains(predicate)) rest.predicates.push_back(predicate);
  for (const Clause& clause : system.clauses) {
    Clause made{clause.variables, {}, clause.constraint, std::nullopt};
    for (const Atom& atom : clause.body) {
      const auto part = meaning_of(terms, atom, meaning);
      part ? constrain(terms, made, *part) : made.body.push_back(atom);
    }
    const auto head = clause.head ? meaning_of(terms, *clause.head, meaning) : std::nullopt;
    if (head) constrain(terms, made, terms.negation(*head));
    if (!head) made.head = clause.head;
    if (made.head || !made.body.empty()) rest.clauses.push_back(std::move(made));
  }
  return rest;
}

/// The place of the clause in a system, which tells apart the causes of wrong models better than its operators do.
std::string shape_of(const Clause& clause) {
  const std::string shape = !clause.head ? "a query" : clause.body.empty() ? "a fact" : "a rule";
  return shape + std::string(clause.variables.empty() ? kWithoutVariables : "");
}

/// The facts that a derivation derives, as text.
std::string facts_of(TermStore& store, const KnownSystem& known) {
  std::string facts;
  Evaluation evaluation(store);
  for (const Step& step : *known.derivation) {
    const Clause& clause = known.system.clauses[step.clause];
    const auto fact = clause.head ? evaluation.fact(*clause.head, assignment_of(clause, step)) : std::nullopt;
    if (fact) facts += (facts.empty() ? "" : ", ") + text_of(store, *fact);
  }
  return facts;
}

}  // namespace

Satisfiability ask_references(TermStore& store, TermId term, const std::vector<BoundVariable>& variables,
                              const std::vector<Reference>& references) {
  Satisfiability result;
  // The free variables become constants.
  std::vector<TermId> constants;
  for (const BoundVariable& variable : variables) {
    smt::Function function;
    function.name = store.symbol("c!" + std::to_string(constants.size()));
    function.result = variable.sort;
    constants.push_back(store.call_as(store.function(function), {}, variable.sort));
  }
  const smt::Script script = smt::check_script(store, "ALL", std::array{replaced(store, term, variables, constants)});
  const std::string text = smt::print_script(store, script);
  std::set<std::string> refuting, all;
  Evaluation evaluation(store);
  for (const Reference& reference : references) {
    all.insert(reference.family);
    const smt::SolverAnswer answer = reference.ask(text, {.model = true});
    if (answer.kind != smt::SolverAnswer::Kind::Answered || answer.replies.size() != 1) continue;
    if (answer.replies[0] == smt::Reply::Unsat) refuting.insert(reference.family);
    if (answer.replies[0] != smt::Reply::Sat || !answer.model) continue;
    const auto model = smt::parse_model(store, script, *answer.model);
    if (!model) continue;
    Values values;
    for (std::size_t i = 0; i < constants.size(); ++i) {
      const auto found = model->functions.find(store.function_of(constants[i]));
      std::optional<Value> value;
      if (found != model->functions.end() && found->second.body) value = evaluation.value(*found->second.body);
      if (found != model->functions.end() && !found->second.body) value = found->second.fallback;
      if (!value) value = smt::default_value(store, variables[i].sort);
      if (value) values.emplace(variables[i].name, *value);
    }
    if (evaluation.is_true(term, values)) {
      result.values = std::move(values);
      return result;
    }
  }
  result.refuted = !refuting.empty() && refuting == all;
  return result;
}

WitnessVerdict judge_model(TermStore& store, const System& system, const Interpretation& given,
                           const std::vector<Reference>& references) {
  using Kind = WitnessVerdict::Kind;
  const Terms terms(store);
  Interpretation meaning = given;
  if (System rest = without_meaning(terms, system, given); !rest.predicates.empty()) {
    // Solvers leave out predicates whose meaning does not matter.
    KnownSystem completed = decide(store, std::move(rest));
    if (completed.derivation)
      return {Kind::Refuted, "lacks a predicate, and no meaning of it fits",
              "under the model, these facts follow, and a clause fails with them: " + facts_of(store, completed)};
    if (!completed.meaning) return {Kind::NotJudged, "the model lacks a predicate", {}};
    meaning.merge(*completed.meaning);
  }
  Evaluation evaluation(store);
  System with_model = system;  // the literals of the model are boundary points, too
  for (const auto& [predicate, definition] : meaning) {
    Clause& clause = with_model.clauses.emplace_back();
    clause.constraint = definition.body;
  }
  const ValuePool pool = pool_of(store, with_model);
  const auto refuted = [&](std::size_t number, const Values& values) {
    return WitnessVerdict{
        Kind::Refuted, "falsifies " + shape_of(system.clauses[number]),
        "clause " + std::to_string(number + 1) + " is false under the model" +
            (values.empty() ? "" : " for " + listed(store, system.clauses[number].variables, values))};
  };
  bool open = false;
  for (std::size_t i = 0; i < system.clauses.size(); ++i) {
    const Clause& clause = system.clauses[i];
    const auto claim = obligation(terms, clause, meaning);
    if (!claim) return {Kind::NotJudged, "a predicate has other parameters", {}};
    smt::Validity proof;
    if (is_small(store, *claim)) proof = prove_claim(store, *claim);
    if (proof.valid) continue;
    if (const auto values = counterexample(evaluation, clause, *claim, pool, proof.counterexample))
      return refuted(i, *values);
    const Satisfiability negation = ask_references(store, terms.negation(*claim), clause.variables, references);
    if (negation.values) return refuted(i, *negation.values);
    open = open || !negation.refuted;
  }
  if (open) return {Kind::NotJudged, "a clause under the model is undecided", {}};
  return {Kind::Holds, {}, {}};
}

}  // namespace assay::horn
