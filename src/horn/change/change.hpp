#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rng/rng.hpp"
#include "horn/make/decide.hpp"

namespace assay::horn {

/// A transformation of a system with a known effect on its truth.
struct ChangeRow {
  std::string_view name;
  std::string_view help;
  /// Changes the system and its evidence. False if it does not apply; then a part may be changed.
  bool (*apply)(TermStore& store, KnownSystem& known, core::Rng& rng) = nullptr;
};
[[nodiscard]] const std::vector<ChangeRow>& change_rows();

/// Applies up to `max` random transformations, and returns their names. A transformation after which the evidence is
/// not confirmed (by the evaluator or Assay's prover) is taken back.
std::vector<std::string> change(TermStore& store, KnownSystem& known, unsigned max, core::Rng& rng);

// The transformations, each in the file that the comment names; change_registry.cpp has their help texts.

// clause_changes.cpp
bool flatten_argument(TermStore& store, KnownSystem& known, core::Rng& rng);
bool split_by_case(TermStore& store, KnownSystem& known, core::Rng& rng);
bool merge_clauses(TermStore& store, KnownSystem& known, core::Rng& rng);
bool shuffle_system(TermStore& store, KnownSystem& known, core::Rng& rng);
bool strengthen_body(TermStore& store, KnownSystem& known, core::Rng& rng);
bool weaken_body(TermStore& store, KnownSystem& known, core::Rng& rng);
bool guard_with_meaning(TermStore& store, KnownSystem& known, core::Rng& rng);
bool needless_ite(TermStore& store, KnownSystem& known, core::Rng& rng);
bool respell_relation(TermStore& store, KnownSystem& known, core::Rng& rng);

// predicate_changes.cpp
bool rename_predicate(TermStore& store, KnownSystem& known, core::Rng& rng);
bool reorder_arguments(TermStore& store, KnownSystem& known, core::Rng& rng);
bool add_argument(TermStore& store, KnownSystem& known, core::Rng& rng);
bool shift_argument(TermStore& store, KnownSystem& known, core::Rng& rng);
bool copy_predicate(TermStore& store, KnownSystem& known, core::Rng& rng);
bool unfold_atom(TermStore& store, KnownSystem& known, core::Rng& rng);
bool reverse_system(TermStore& store, KnownSystem& known, core::Rng& rng);

// derived_changes.cpp
bool fold_atoms(TermStore& store, KnownSystem& known, core::Rng& rng);
bool specialise_predicate(TermStore& store, KnownSystem& known, core::Rng& rng);
bool linearise_body(TermStore& store, KnownSystem& known, core::Rng& rng);
bool add_magic_sets(TermStore& store, KnownSystem& known, core::Rng& rng);

// Helpers.
/// A variable that the clause does not have, added to it.
[[nodiscard]] TermId add_variable(TermStore& store, Clause& clause, SortId sort);
/// The position of a random clause for which the condition holds. Nullopt if there is none.
template <typename Condition>
[[nodiscard]] std::optional<std::size_t> pick_clause(const System& system, core::Rng& rng, const Condition& holds) {
  std::vector<std::size_t> fitting;
  for (std::size_t i = 0; i < system.clauses.size(); ++i)
    if (holds(system.clauses[i])) fitting.push_back(i);
  if (fitting.empty()) return std::nullopt;
  return rng.pick(fitting);
}
/// Adds values to the steps of a clause, which the function makes from the values of its variables.
template <typename MakeValue>
bool extend_steps(KnownSystem& known, std::size_t clause, const MakeValue& value_of) {
  if (!known.derivation) return true;
  for (Step& step : *known.derivation) {
    if (step.clause != clause) continue;
    const std::optional<Value> value = value_of(assignment_of(known.system.clauses[clause], step));
    if (!value) return false;
    step.values.push_back(*value);
  }
  return true;
}
/// A function symbol like `predicate` with another name and other parameters.
[[nodiscard]] FunctionId new_predicate(TermStore& store, const System& system, FunctionId predicate,
                                       std::vector<SortId> parameters);
/// Adds such a predicate to the system.
[[nodiscard]] FunctionId add_predicate(TermStore& store, System& system, FunctionId like,
                                       std::vector<SortId> parameters);
/// The first step that derives each fact.
[[nodiscard]] std::map<Fact, Step> steps_by_fact(TermStore& store, const KnownSystem& known);
/// Puts steps before each step of a clause. `make` adds them, given the values of the step's variables, and returns
/// false if it cannot.
template <typename Make>
bool insert_steps(KnownSystem& known, std::size_t clause, const Make& make) {
  if (!known.derivation) return true;
  Derivation steps;
  for (const Step& step : *known.derivation) {
    if (step.clause == clause && !make(assignment_of(known.system.clauses[clause], step), steps)) return false;
    steps.push_back(step);
  }
  known.derivation = std::move(steps);
  return true;
}

}  // namespace assay::horn
