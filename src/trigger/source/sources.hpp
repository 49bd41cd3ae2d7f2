#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "trigger/source/schedule.hpp"
#include "trigger/source/shapes.hpp"
#include "trigger/source/synthesis.hpp"
#include "trigger/source/validator.hpp"

namespace assay::trigger {

/// The data that all sources of terms share.
struct Workplace {
  smt::TermStore& store;
  const Problem& problem;
  const SynthesisOptions& options;
  Prover& prover;
  Prover& fresh;  ///< the prover without the random seed, for the final check of terms
  Validator& validator;
  const Deadline& deadline;   ///< end of the search
  const Deadline& finishing;  ///< end of minimizing
  const Deadline& end;        ///< end of the whole synthesis
  Synthesis& result;          ///< sources write `tried`, `closest` and `outcome`
  KnownShapes& known;         ///< shapes of the terms found so far
  /// Sets of terms of instantiations, in the order of the instantiations, with which a limit cut E-matching.
  std::deque<std::vector<smt::TermId>>& harvest;
  std::vector<smt::TermId>& joined;  ///< terms of refutations with which E-matching ended without one
};

/// Terms to add to the script, not yet minimized.
using Terms = std::vector<smt::TermId>;

/// Terms with which E-matching refutes the script.
struct FoundTerms {
  Terms terms;
  std::string method;  ///< TermSet::method
};

/// The result of one turn of a source.
struct Turn {
  std::optional<FoundTerms> found;  ///< no term has a known shape
  Work work = 0;                    ///< work of the turn
  Progress progress = Progress::More;
};

/// A source of terms. Sources take turns (Schedule). The first turn is short: runs that a limit cuts are repeated in
/// later turns with a higher limit.
class TermSource {
 public:
  virtual ~TermSource() = default;
  /// Does the next turn. A source goes on after a turn that found terms.
  [[nodiscard]] virtual Turn next() = 0;
};

/// The limit in seconds of a run that was cut `times` times before. The first limit is a small part of the total time,
/// so that each source has a turn in the first fifth of the time. It doubles up to SynthesisOptions::seconds_for_few().
[[nodiscard]] double limit_after(const SynthesisOptions& options, std::size_t times);

}  // namespace assay::trigger
