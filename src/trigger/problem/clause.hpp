#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/problem/problem.hpp"

namespace assay::trigger {

/// A conjunct without its universal quantifiers, including nested quantifiers.
struct Clause {
  std::vector<smt::BoundVariable> variables;
  std::vector<smt::TermId> disjuncts;
  std::vector<smt::TermId> patterns;  ///< the terms of all the quantifiers' patterns
  std::set<smt::FunctionId> symbols;
  [[nodiscard]] bool is_ground() const { return variables.empty(); }
};
[[nodiscard]] Clause clause_of(smt::TermStore& store, const Conjunct& conjunct);

/// The Jaccard index of two clauses' uninterpreted symbols (section 4.4.2, step 1).
[[nodiscard]] double similarity(const Clause& a, const Clause& b);

/// Fresh constants that replace the variables of instantiated clauses.
using Unknowns = std::set<smt::TermId>;

/// A member of a cluster: a clause whose variables are replaced by fresh constants.
struct Member {
  std::size_t clause = 0;  ///< index of the clause
  std::vector<smt::TermId> unknowns;
  std::vector<smt::TermId> disjuncts;
  std::vector<smt::TermId> patterns;
  std::vector<smt::TermId> applications;  ///< applications of uninterpreted functions in disjuncts and patterns
  std::vector<smt::TermId> outermost;     ///< applications that are not part of another application
};
/// The closed applications of uninterpreted functions to at least one argument in the terms, each once.
[[nodiscard]] std::vector<smt::TermId> applications_in(const smt::TermStore& store,
                                                       const std::vector<smt::TermId>& terms);
/// The applications that are not part of another application in the list.
[[nodiscard]] std::vector<smt::TermId> outermost_of(const smt::TermStore& store,
                                                    const std::vector<smt::TermId>& applications);

/// The conditions under which two terms are equal (step 2): `rewritings` replace an unknown (first) by a term;
/// `equations` are given to the solver.
struct Unifier {
  std::vector<std::pair<smt::TermId, smt::TermId>> rewritings;
  std::vector<std::pair<smt::TermId, smt::TermId>> equations;
  friend bool operator==(const Unifier&, const Unifier&) = default;
};
/// Adds the unifiers of the application `left` with each application in `right` of the same function to `smallest`.
/// Unifiers without a rewriting and unifiers that `smallest` has are left out. `smallest` stays sorted by size (earlier
/// unifiers first among equal sizes) and keeps the `max_unifiers` smallest, at least 1.
void add_unifiers(const smt::TermStore& store, const Unknowns& unknowns, smt::TermId left,
                  std::span<const smt::TermId> right, std::size_t max_unifiers, std::vector<Unifier>& smallest);

}  // namespace assay::trigger
