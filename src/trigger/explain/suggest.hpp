#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "trigger/explain/derivation.hpp"
#include "trigger/explain/other_scripts.hpp"

namespace assay::trigger {

/// An additional pattern for one conjunct. Asserting the conjunct again with this pattern does not change the meaning.
struct PatternChange {
  std::size_t conjunct = 0;          ///< index in Problem::conjuncts
  std::vector<smt::TermId> pattern;  ///< all of these terms must match
  smt::TermId formula;               ///< the conjunct with this pattern alone
  bool part = false;                 ///< the conjunct is only a part of its assertion
  bool loops = false;                ///< the pattern causes a matching loop
  bool whole_loops = false;          ///< part: the pattern for the whole assertion causes a matching loop
};

/// Changes with which the solver refutes the script by E-matching, without additional terms.
struct Suggestion {
  std::vector<PatternChange> changes;
  Elsewhere elsewhere = {};  ///< ReportOptions::also; set by examine()
};

struct Suggestions {
  std::vector<Suggestion> found;  ///< suggestions without loops first, then fewer and smaller patterns first
  std::size_t tried = 0;          ///< number of changes that were tried
  std::string note;               ///< the reason, if there is no suggestion
};

/// Looks for weaker patterns of the conjuncts that a derivation instantiates: smaller applications of uninterpreted
/// functions in their patterns and bodies. Tries each pattern alone first, then one pattern of each conjunct together.
[[nodiscard]] Suggestions suggest(smt::TermStore& store, const Problem& problem, const Derivation& derivation,
                                  Prover& prover, double seconds, const std::stop_token& stop);

/// Additional patterns for a quantifier: single terms with all its variables, then sets of terms; smallest first.
/// Written patterns are not included.
[[nodiscard]] Patterns other_patterns(const smt::TermStore& store, smt::TermId quantifier);

}  // namespace assay::trigger
