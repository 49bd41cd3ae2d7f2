#include "horn/system/system.hpp"

#include <algorithm>

#include "smt/term/rebuild.hpp"
#include "smt/term/subterms.hpp"

namespace assay::horn {
namespace {

/// A tag for new names that no earlier substitution in this store has used: the store has grown since.
std::string new_tag(const TermStore& store) {
  std::string tag = "h";
  for (std::size_t rest = store.size(); rest > 0; rest /= 26) tag += static_cast<char>('a' + rest % 26);
  return tag;
}

smt::EvalOptions own_limits() {
  smt::EvalOptions options;
  options.max_steps = 200'000;
  options.max_instances = 256;
  return options;
}

/// The free variables of a term.
std::vector<BoundVariable> free_of(const TermStore& store, TermId term) {
  std::vector<BoundVariable> free;
  for (const SymbolId name : store.free_variables(term)) free.push_back({name, {}});
  for (smt::Subterms below(store, term); const auto top = below.next();) {
    if (!store.has(*top, smt::kHasVariable)) below.skip_below();
    if (store.node(*top).kind != smt::TermKind::Variable) continue;
    for (BoundVariable& one : free)
      if (one.name == store.variable_name(*top)) one.sort = store.sort_of(*top);
  }
  return free;
}

/// The term with reads of written arrays as `ite`s.
TermId without_writes(const Terms& terms, TermId term) {
  TermStore& store = terms.store();
  const auto read = [&](TermId array, TermId index) {
    std::vector<std::pair<TermId, TermId>> written;  // the last write first
    while (terms.is(array, "store")) {
      written.emplace_back(store.children(array)[1], store.children(array)[2]);
      array = store.children(array)[0];
    }
    TermId value = terms.op("select", {array, index});
    for (auto one = written.rbegin(); one != written.rend(); ++one)
      value = terms.op("ite", {terms.equal(one->first, index), one->second, value});
    return value;
  };
  return smt::rebuilt(
      store, term, [](TermId) { return std::optional<TermId>(); },
      [&](TermId top, std::span<const TermId> children) {
        const bool reads_written = terms.is(top, "select") && terms.is(children[0], "store");
        return reads_written ? read(children[0], children[1]) : smt::with_children(store, top, children);
      });
}

/// An implication without quantifiers that implies the given one: new variables stand for the variables of a quantified
/// conclusion, and quantified premises are instantiated at them. The claim itself if it has another form.
TermId without_quantifiers(const Terms& terms, TermId claim) {
  TermStore& store = terms.store();
  if (!store.has(claim, smt::kHasQuantifier) || !terms.is(claim, "=>")) return claim;
  const auto is_forall = [&](TermId term) {
    return store.node(term).kind == smt::TermKind::Binder && store.binder_info(term).kind == smt::BinderKind::Forall;
  };
  std::vector<BoundVariable> indices;
  std::vector<TermId> conclusions, premises;
  for (const TermId part : conjuncts_of(store, store.children(claim)[1])) {
    std::vector<smt::Replacement> names;
    if (is_forall(part))
      for (const BoundVariable& variable : std::vector<BoundVariable>(store.binder_info(part).variables)) {
        indices.push_back({store.symbol("at!" + std::to_string(indices.size())), variable.sort});
        names.emplace_back(variable.name, store.variable(indices.back()));
      }
    conclusions.push_back(names.empty() ? part : replaced(store, store.children(part)[0], names));
  }
  const std::vector<BoundVariable> free = free_of(store, claim);
  for (const TermId part : conjuncts_of(store, store.children(claim)[0])) {
    if (!is_forall(part)) {
      premises.push_back(part);
      continue;
    }
    const std::vector<BoundVariable> variables = store.binder_info(part).variables;
    std::vector<TermId> at;
    for (const BoundVariable& index : indices) at.push_back(store.variable(index));
    // A query has no quantified conclusion: its own variables are the indices.
    if (indices.empty())
      for (const BoundVariable& variable : free) at.push_back(store.variable(variable));
    for (const TermId term : at)
      if (variables.size() == 1 && store.sort_of(term) == variables[0].sort)
        premises.push_back(replaced(store, store.children(part)[0], variables, {term}));
  }
  return terms.implies(terms.all(premises), terms.all(conclusions));
}

}  // namespace

FunctionId make_predicate(TermStore& store, std::string_view name, std::vector<SortId> sorts) {
  smt::Function function;
  function.name = store.symbol(name);
  function.parameters = std::move(sorts);
  function.result = store.bool_sort();
  return store.function(function);
}

std::vector<BoundVariable> make_parameters(TermStore& store, const std::vector<SortId>& sorts) {
  std::vector<BoundVariable> made;
  for (const SortId sort : sorts) made.push_back({store.symbol("p!" + std::to_string(made.size())), sort});
  return made;
}

void constrain(const Terms& terms, Clause& clause, TermId condition) {
  clause.constraint = terms.all({clause.constraint, condition});
}

std::set<SymbolId> used_variables(const TermStore& store, const Clause& clause) {
  std::set<SymbolId> used;
  for_each_term(clause, [&](TermId term) {
    for (const SymbolId name : store.free_variables(term)) used.insert(name);
  });
  return used;
}

Clause renamed(TermStore& store, Clause clause, const std::function<std::string(std::size_t)>& name) {
  const std::vector<BoundVariable> old = clause.variables;
  for (std::size_t i = 0; i < old.size(); ++i) clause.variables[i].name = store.symbol(name(i));
  const std::vector<TermId> variables = Terms(store).variables(clause.variables);
  for_each_term(clause, [&](TermId& term) { term = replaced(store, term, old, variables); });
  return clause;
}

TermId atom_term(const Terms& terms, const Atom& atom) {
  return terms.store().call_as(atom.predicate, atom.arguments, terms.store().bool_sort());
}

TermId body_of(const Terms& terms, const Clause& clause) {
  std::vector<TermId> parts;
  for (const Atom& atom : clause.body) parts.push_back(atom_term(terms, atom));
  parts.push_back(clause.constraint);
  return terms.all(parts);
}

std::vector<TermId> terms_of(const System& system) {
  std::vector<TermId> all;
  for (const Clause& clause : system.clauses) for_each_term(clause, [&](TermId term) { all.push_back(term); });
  return all;
}

TermId replaced(TermStore& store, TermId term, std::span<const smt::Replacement> replacements) {
  return smt::VariableSubstitution(store, new_tag(store)).replaced(term, replacements);
}

TermId replaced(TermStore& store, TermId term, const std::vector<BoundVariable>& variables,
                const std::vector<TermId>& terms) {
  std::vector<smt::Replacement> replacements;
  for (std::size_t i = 0; i < terms.size(); ++i) replacements.emplace_back(variables[i].name, terms[i]);
  return replaced(store, term, replacements);
}

std::optional<TermId> meaning_of(const Terms& terms, const Atom& atom, const Interpretation& meaning) {
  const auto found = meaning.find(atom.predicate);
  if (found == meaning.end() || found->second.parameters.size() != atom.arguments.size()) return std::nullopt;
  return replaced(terms.store(), found->second.body, found->second.parameters, atom.arguments);
}

std::optional<TermId> meaning_of_body(const Terms& terms, const Clause& clause, const Interpretation& meaning) {
  std::vector<TermId> parts;
  for (const Atom& atom : clause.body) {
    const auto part = meaning_of(terms, atom, meaning);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  parts.push_back(clause.constraint);
  return terms.all(parts);
}

std::optional<TermId> obligation(const Terms& terms, const Clause& clause, const Interpretation& meaning) {
  const auto body = meaning_of_body(terms, clause, meaning);
  const auto head = clause.head ? meaning_of(terms, *clause.head, meaning) : std::optional(terms.truth(false));
  return body && head ? std::optional(terms.implies(*body, *head)) : std::nullopt;
}

Evaluation::Evaluation(TermStore& store) : store_(store), evaluator_(store, model_, own_limits()) {}

std::optional<Value> Evaluation::value(TermId closed) {
  const smt::Outcome& outcome = evaluator_.evaluate(closed);
  return outcome.known() ? std::optional(outcome.value) : std::nullopt;
}

std::optional<Value> Evaluation::value(TermId term, const Values& assignment) {
  if (store_.node(term).kind == smt::TermKind::Variable) {
    const auto found = assignment.find(store_.variable_name(term));
    return found == assignment.end() ? std::nullopt : std::optional(found->second);
  }
  const auto [free, is_new] = free_.try_emplace(term);
  if (is_new) free->second = free_of(store_, term);
  std::vector<smt::Replacement> replacements;
  for (const BoundVariable& variable : free->second) {
    const auto found = assignment.find(variable.name);
    const auto literal =
        found == assignment.end() ? std::nullopt : smt::make_term(store_, found->second, variable.sort);
    if (!literal) return std::nullopt;
    replacements.emplace_back(variable.name, *literal);
  }
  return value(replaced(store_, term, replacements));
}

bool Evaluation::is_true(TermId term, const Values& assignment) {
  const auto found = value(term, assignment);
  return found && found->as_bool();
}

std::optional<Fact> Evaluation::fact(const Atom& atom, const Values& assignment) {
  Fact made{atom.predicate, {}};
  for (const TermId argument : atom.arguments) {
    const auto found = value(argument, assignment);
    if (!found) return std::nullopt;
    made.arguments.push_back(*found);
  }
  return made;
}

bool Evaluation::fires(const Clause& clause, const Values& assignment, const Facts& facts) {
  return is_true(clause.constraint, assignment) &&
         std::all_of(clause.body.begin(), clause.body.end(), [&](const Atom& atom) {
           const auto found = fact(atom, assignment);
           return found && facts.contains(*found);
         });
}

Values assignment_of(const Clause& clause, const Step& step) {
  Values values;
  for (std::size_t i = 0; i < clause.variables.size() && i < step.values.size(); ++i)
    values.emplace(clause.variables[i].name, step.values[i]);
  return values;
}

Step step_of(std::size_t number, const Clause& clause, const Values& assignment) {
  Step step{number, {}};
  for (const BoundVariable& variable : clause.variables) step.values.push_back(assignment.at(variable.name));
  return step;
}

bool is_refutation(TermStore& store, const System& system, const Derivation& derivation) {
  Evaluation evaluation(store);
  Facts facts;
  for (std::size_t i = 0; i < derivation.size(); ++i) {
    const Step& step = derivation[i];
    if (step.clause >= system.clauses.size()) return false;
    const Clause& clause = system.clauses[step.clause];
    if (step.values.size() != clause.variables.size()) return false;
    const auto values = assignment_of(clause, step);
    if (!evaluation.fires(clause, values, facts)) return false;
    if (!clause.head) return i + 1 == derivation.size();
    const auto fact = evaluation.fact(*clause.head, values);
    if (!fact) return false;
    facts.insert(*fact);
  }
  return false;
}

Derivation needed_steps(TermStore& store, const System& system, const Derivation& derivation) {
  Evaluation evaluation(store);
  Facts needed;
  Derivation kept;
  for (auto step = derivation.rbegin(); step != derivation.rend(); ++step) {
    const Clause& clause = system.clauses[step->clause];
    const auto values = assignment_of(clause, *step);
    if (clause.head) {
      const auto fact = evaluation.fact(*clause.head, values);
      if (!fact || needed.erase(*fact) == 0) continue;
    } else if (!kept.empty()) {
      continue;
    }
    for (const Atom& atom : clause.body)
      if (const auto fact = evaluation.fact(atom, values)) needed.insert(*fact);
    kept.push_back(*step);
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

smt::Validity prove_claim(TermStore& store, TermId claim) {
  const Terms terms(store);
  return smt::prove(store, without_writes(terms, without_quantifiers(terms, claim)));
}

bool is_proved(TermStore& store, const System& system, const Interpretation& meaning, std::set<TermId>* proved) {
  const Terms terms(store);
  return std::all_of(system.clauses.begin(), system.clauses.end(), [&](const Clause& clause) {
    const auto claim = obligation(terms, clause, meaning);
    if (claim && proved != nullptr && proved->contains(*claim)) return true;
    if (!claim || !prove_claim(store, *claim).valid) return false;
    if (proved != nullptr) proved->insert(*claim);
    return true;
  });
}

std::string text_of(TermStore& store, const Value& value, SortId sort) {
  const auto term = smt::make_term(store, value, sort);
  return term ? smt::to_string(store, *term) : "?";
}

std::string text_of(TermStore& store, const Fact& fact) {
  const smt::Function& predicate = store.node(fact.predicate);
  std::string text = smt::quoted_symbol(store.spelling(predicate.name));
  for (std::size_t i = 0; i < fact.arguments.size(); ++i)
    text += " " + text_of(store, fact.arguments[i], predicate.parameters[i]);
  return fact.arguments.empty() ? text : "(" + text + ")";
}

}  // namespace assay::horn
