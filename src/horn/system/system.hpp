#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "horn/system/terms.hpp"
#include "smt/term/substitution.hpp"
#include "smt/truth/validity.hpp"

namespace assay::horn {

/// A predicate on terms.
struct Atom {
  FunctionId predicate;
  std::vector<TermId> arguments;
};

/// A constrained Horn clause: for all values of the variables, the body atoms and the constraint imply the head.
/// Without a head the clause is a query: its body must be false.
struct Clause {
  std::vector<BoundVariable> variables;
  std::vector<Atom> body;
  TermId constraint;  ///< Boolean; without predicates
  std::optional<Atom> head;
};

/// Constrained Horn clauses over the terms of one store. Satisfiable if interpretations of the predicates make every
/// clause true.
struct System {
  std::vector<FunctionId> predicates;  ///< in the order of their declarations
  std::vector<Clause> clauses;
};

/// The meaning of one predicate.
struct Definition {
  std::vector<BoundVariable> parameters;
  TermId body;
};
using Interpretation = std::map<FunctionId, Definition>;

/// A ground atom.
struct Fact {
  FunctionId predicate;
  std::vector<Value> arguments;
  friend auto operator<=>(const Fact&, const Fact&) = default;
};
using Facts = std::set<Fact>;
/// The facts of one predicate, for a loop over them.
struct FactRange {
  Facts::const_iterator first, last;
  [[nodiscard]] Facts::const_iterator begin() const { return first; }
  [[nodiscard]] Facts::const_iterator end() const { return last; }
};
[[nodiscard]] inline FactRange facts_of(const Facts& facts, FunctionId predicate) {
  return {facts.lower_bound({predicate, {}}), facts.lower_bound({{predicate.index + 1}, {}})};
}
/// Values of variables.
using Values = std::map<SymbolId, Value>;

/// One instance of a clause: the values of its variables, in their order.
struct Step {
  std::size_t clause = 0;
  std::vector<Value> values;
};
/// A refutation: instances of clauses in which every body atom is the head of an earlier step. The last step is an
/// instance of a query.
using Derivation = std::vector<Step>;

/// Calls `visit` for each atom of a clause: the atoms of the body, and then the head.
template <typename AnyClause, typename Visit>
void for_each_atom(AnyClause& clause, const Visit& visit) {
  for (auto& atom : clause.body) visit(atom);
  if (clause.head) visit(*clause.head);
}
/// Calls `visit` for each term of a clause: the arguments of its atoms, and the constraint.
template <typename AnyClause, typename Visit>
void for_each_term(AnyClause& clause, const Visit& visit) {
  for_each_atom(clause, [&](auto& atom) {
    for (auto& argument : atom.arguments) visit(argument);
  });
  visit(clause.constraint);
}
/// Erases the element at a position of a vector.
template <typename Items>
void erase_at(Items& items, std::size_t at) {
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
}

/// The function symbol of a predicate.
[[nodiscard]] FunctionId make_predicate(TermStore& store, std::string_view name, std::vector<SortId> sorts);
/// Parameters of a definition: p!0, p!1 ... No variable of a clause has such a name.
[[nodiscard]] std::vector<BoundVariable> make_parameters(TermStore& store, const std::vector<SortId>& sorts);

/// Adds a conjunct to the clause's constraint.
void constrain(const Terms& terms, Clause& clause, TermId condition);
/// The names of the variables that occur in the clause.
[[nodiscard]] std::set<SymbolId> used_variables(const TermStore& store, const Clause& clause);
/// The clause with other names for its variables: `name` returns the new name of the variable at a position.
[[nodiscard]] Clause renamed(TermStore& store, Clause clause, const std::function<std::string(std::size_t)>& name);

/// The body atoms and the constraint.
[[nodiscard]] TermId body_of(const Terms& terms, const Clause& clause);
[[nodiscard]] TermId atom_term(const Terms& terms, const Atom& atom);
/// All terms of the clauses: arguments and constraints.
[[nodiscard]] std::vector<TermId> terms_of(const System& system);

/// The term with terms in place of free variables, as smt::VariableSubstitution does it.
[[nodiscard]] TermId replaced(TermStore& store, TermId term, std::span<const smt::Replacement> replacements);
/// The same with the terms in place of the variables at the same positions.
[[nodiscard]] TermId replaced(TermStore& store, TermId term, const std::vector<BoundVariable>& variables,
                              const std::vector<TermId>& terms);

/// The body under the interpretation: the meanings of its atoms, and the constraint. Nullopt if a predicate
/// has no definition.
[[nodiscard]] std::optional<TermId> meaning_of_body(const Terms& terms, const Clause& clause,
                                                    const Interpretation& meaning);
/// The clause without predicates: under the interpretation, it is true exactly for the values of its variables for
/// which this term is true. Nullopt if a predicate has no definition.
[[nodiscard]] std::optional<TermId> obligation(const Terms& terms, const Clause& clause, const Interpretation& meaning);
/// The atom's meaning.
[[nodiscard]] std::optional<TermId> meaning_of(const Terms& terms, const Atom& atom, const Interpretation& meaning);

/// Evaluates closed terms, and terms whose free variables have values.
class Evaluation {
 public:
  explicit Evaluation(TermStore& store);
  /// Nullopt if the term has no value (our limits, or the standard leaves it open).
  [[nodiscard]] std::optional<Value> value(TermId closed);
  [[nodiscard]] std::optional<Value> value(TermId term, const Values& assignment);
  [[nodiscard]] bool is_true(TermId term, const Values& assignment);
  [[nodiscard]] std::optional<Fact> fact(const Atom& atom, const Values& assignment);
  /// True if the instance's constraint is true, and its body atoms are among the facts.
  [[nodiscard]] bool fires(const Clause& clause, const Values& assignment, const Facts& facts);
  [[nodiscard]] TermStore& store() { return store_; }

 private:
  TermStore& store_;
  smt::Model model_;
  smt::Evaluator evaluator_;
  std::map<TermId, std::vector<BoundVariable>> free_;  ///< the free variables of terms
};

/// The values of a step by variable.
[[nodiscard]] Values assignment_of(const Clause& clause, const Step& step);
/// The step that makes an instance of the clause with this number.
[[nodiscard]] Step step_of(std::size_t number, const Clause& clause, const Values& assignment);
/// True if every step is an instance whose constraint is true and whose body facts are heads of earlier steps, and the
/// last step is an instance of a query.
[[nodiscard]] bool is_refutation(TermStore& store, const System& system, const Derivation& derivation);
/// The derivation without steps that its last step does not need.
[[nodiscard]] Derivation needed_steps(TermStore& store, const System& system, const Derivation& derivation);
/// True if Assay's own prover proves every clause under the interpretation. `proved`: claims of this store that are
/// proved already; new ones are added.
[[nodiscard]] bool is_proved(TermStore& store, const System& system, const Interpretation& meaning,
                             std::set<TermId>* proved = nullptr);

/// smt::prove, prepared for invariants of arrays: a read of a written array becomes an `ite`, and a quantified premise
/// its instances at the indices of the conclusion.
[[nodiscard]] smt::Validity prove_claim(TermStore& store, TermId claim);

/// The value as a literal, or "?" if no term stands for it.
[[nodiscard]] std::string text_of(TermStore& store, const Value& value, SortId sort);
/// A text such as "(loop 0 2)".
[[nodiscard]] std::string text_of(TermStore& store, const Fact& fact);

}  // namespace assay::horn
