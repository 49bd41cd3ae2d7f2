#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/trigger/derivation.hpp"

namespace assay::trigger {

/// Another pattern for one conjunct: the conjunct once more, with that pattern, changes no meaning.
struct PatternChange {
  std::size_t conjunct = 0;          ///< index in Problem::conjuncts
  std::vector<smt::TermId> pattern;  ///< all of these terms must match
  smt::TermId formula;               ///< the conjunct with this pattern alone
  bool part = false;                 ///< the conjunct is only a part of its assertion
  bool loops = false;                ///< instances with it make new terms that match, without end
  bool whole_loops = false;          ///< part: the same pattern for the whole assertion would make such a loop
};

/// Changes after which E-matching refutes the script without any added term: the solver said so.
struct Suggestion {
  std::vector<PatternChange> changes;
};

struct Suggestions {
  std::vector<Suggestion> found;  ///< those that make no loop first, then fewer and smaller patterns first
  std::size_t tried = 0;          ///< patterns that the solver was asked about
  std::string note;               ///< why there is none
};

/// Looks for weaker patterns of the conjuncts that a derivation instantiates: smaller applications of uninterpreted
/// functions in their patterns and bodies. One alone first, then one of each conjunct together.
[[nodiscard]] Suggestions suggest(smt::TermStore& store, const Problem& problem, const Derivation& derivation,
                                  Prover& prover, double seconds, const std::stop_token& stop);

/// Other patterns for a quantifier: single terms with all its variables, then sets of smaller ones; smallest first,
/// without those that are written.
[[nodiscard]] Patterns other_patterns(const smt::TermStore& store, smt::TermId quantifier);

}  // namespace assay::trigger
