#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "trigger/explain/source_names.hpp"
#include "trigger/problem/problem.hpp"
#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// The origin of a term that matched a pattern.
enum class Origin : std::uint8_t {
  Term,      ///< an added term, or a part of it
  Script,    ///< a conjunct without quantifiers
  Step,      ///< the fact of an earlier step
  Equality,  ///< no fact contains the term; it matches modulo equalities
};

/// A term that matched a pattern.
struct Match {
  smt::TermId term;
  Origin origin = Origin::Equality;
  std::size_t step = 0;  ///< Origin::Step: index in Derivation::steps
};

/// One instantiation of a refutation by E-matching (section 4.2).
struct Step {
  std::size_t conjunct = 0;  ///< index in Problem::conjuncts of the conjunct that contains the quantifier
  smt::TermId quantifier;    ///< the quantifier in that conjunct
  bool outermost = true;     ///< whether the quantifier is the whole conjunct
  std::vector<std::pair<std::string, smt::TermId>> values;  ///< names and values of its variables
  std::vector<Match> matches;                               ///< the terms of the pattern that matched
  smt::TermId fact;                                         ///< the instance
};

/// The refutation of a script with terms by E-matching: the instantiations in a possible order, and the conjuncts that
/// contradict each other.
struct Derivation {
  std::vector<Step> steps;
  std::vector<std::size_t> clash;  ///< indices in Problem::conjuncts
  std::string note;                ///< the reason, if there are no steps or no clash
};

/// Asks the solver for a proof and an unsat core of the conjuncts with the terms, by E-matching alone. `seconds`: limit
/// of each run.
[[nodiscard]] Derivation derive(smt::TermStore& store, const Problem& problem, const std::vector<smt::TermId>& terms,
                                Prover& prover, double seconds, const std::stop_token& stop);

/// The term in mathematical notation, with the names of the source: `len(nxt(x)) > 0 and not p`. Longer text is cut
/// after `limit` bytes and ends with "...".
[[nodiscard]] std::string readable(const smt::TermStore& store, smt::TermId term, const SourceNames& names = {},
                                   std::size_t limit = 400);

}  // namespace assay::trigger
