#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/rng/rng.hpp"
#include "horn/system/instances.hpp"
#include "horn/system/system.hpp"
#include "smt/truth/truth.hpp"

namespace assay::horn {

/// A system with the evidence for its truth: a meaning, a derivation, or nothing. Without evidence the truth is open.
struct KnownSystem {
  System system;
  std::optional<Interpretation> meaning;  ///< makes every clause true: the system is satisfiable
  std::optional<Derivation> derivation;   ///< a refutation: it is unsatisfiable
  std::set<TermId> proved = {};           ///< claims about clauses that is_proved() has proved

  [[nodiscard]] smt::Truth truth() const {
    return meaning ? smt::Truth::Sat : derivation ? smt::Truth::Unsat : smt::Truth::Open;
  }
  /// True if there is evidence for a truth, and it holds.
  [[nodiscard]] bool is_confirmed(TermStore& store) {
    if (meaning) return is_proved(store, system, *meaning, &proved);
    return derivation && is_refutation(store, system, *derivation);
  }
};

/// Puts the clauses into a random order. Steps keep their clauses.
void shuffle_clauses(KnownSystem& known, core::Rng& rng);

/// Puts a predicate into the place of another one, in the system's list, the atoms and the meaning. `edit` changes the
/// arguments of an atom.
template <typename Edit>
void replace_predicate(KnownSystem& known, FunctionId from, FunctionId to, const Edit& edit) {
  std::replace(known.system.predicates.begin(), known.system.predicates.end(), from, to);
  for (Clause& clause : known.system.clauses)
    for_each_atom(clause, [&](Atom& atom) {
      if (atom.predicate != from) return;
      edit(clause, atom);
      atom.predicate = to;
    });
  if (!known.meaning) return;
  if (auto definition = known.meaning->extract(from)) {
    definition.key() = to;
    known.meaning->insert(std::move(definition));
  }
}

/// Limits of decide(), in numbers of steps, so that the result is the same on every machine.
struct DecisionLimits {
  unsigned rounds = 8;                 ///< of forward chaining
  std::size_t facts = 24;              ///< of one predicate
  std::uint64_t tries = 400;           ///< assignments of one clause in one round
  std::uint64_t all_tries = 60'000;    ///< assignments of all clauses in all rounds
  unsigned candidates = 24;            ///< conjuncts of one predicate
  std::size_t listed = 6;              ///< facts of one predicate that a conjunct lists
  std::uint64_t proof_steps = 60'000;  ///< of Assay's prover, for one guessed invariant
  bool by_cases = false;  ///< if no invariant is found, guess once more with distinctions of cases at literals
};

/// Derives facts with values from small pools, in rounds. Ends when a query fires.
struct Chaining {
  Facts facts;
  Derivation steps;  ///< that derive the facts
  std::optional<Derivation> refutation;
};
/// `known`: of the same system, or of its first clauses.
[[nodiscard]] Chaining chain(TermStore& store, const System& system, const DecisionLimits& limits = {},
                             Chaining known = {});

/// Finds the truth of a small system: a refutation by chaining, or guessed meanings that Assay's prover proves. Open if
/// neither succeeds.
[[nodiscard]] KnownSystem decide(TermStore& store, System system, const DecisionLimits& limits = {},
                                 Chaining derived = {});

}  // namespace assay::horn
