#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "assay/trigger/problem.hpp"
#include "assay/trigger/prover.hpp"
#include "assay/trigger/source_names.hpp"

namespace assay::trigger {

/// Where a term that matched a pattern comes from.
enum class Origin : std::uint8_t {
  Term,      ///< it is, or is inside of, a term that was added
  Script,    ///< a conjunct without quantifiers has it
  Step,      ///< the fact of an earlier step has it
  Equality,  ///< no fact has it as it is: it matches modulo equalities
};

/// A term that matched a pattern.
struct Match {
  smt::TermId term;
  Origin origin = Origin::Equality;
  std::size_t step = 0;  ///< Origin::Step: its index
};

/// One instantiation of a refutation by E-matching (section 4.2).
struct Step {
  std::size_t conjunct = 0;  ///< index in Problem::conjuncts of what is, or has, the quantifier
  smt::TermId quantifier;    ///< as in that conjunct
  bool outermost = true;     ///< the quantifier is the conjunct
  std::vector<std::pair<std::string, smt::TermId>> values;  ///< of its variables
  std::vector<Match> matches;                               ///< the terms of the pattern that matched
  smt::TermId fact;                                         ///< the instance
};

/// How E-matching refutes a script with terms: the instantiations in an order in which they can happen, and the
/// conjuncts that contradict each other.
struct Derivation {
  std::vector<Step> steps;
  std::vector<std::size_t> clash;  ///< indices in Problem::conjuncts
  std::string note;                ///< why there are no steps, or no clash
};

/// Asks the solver for a proof and for an unsat core of the conjuncts with the terms, E-matching alone.
[[nodiscard]] Derivation derive(smt::TermStore& store, const Problem& problem, const std::vector<smt::TermId>& terms,
                                Prover& prover, double seconds, const std::stop_token& stop);

/// Mathematical notation for people, with the names of the source: `len(nxt(x)) > 0 and not p`. At most `limit` bytes,
/// then "...".
[[nodiscard]] std::string readable(const smt::TermStore& store, smt::TermId term, const SourceNames& names = {},
                                   std::size_t limit = 400);

}  // namespace assay::trigger
