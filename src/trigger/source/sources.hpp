#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/trigger/synthesis.hpp"
#include "trigger/source/schedule.hpp"
#include "trigger/source/shapes.hpp"
#include "trigger/source/validator.hpp"

namespace assay::trigger {

/// What the sources of terms work on.
struct Workplace {
  smt::TermStore& store;
  const Problem& problem;
  const SynthesisOptions& options;
  Prover& prover;
  Prover& fresh;  ///< without the seed: for the last check of what was found
  Validator& validator;
  const Deadline& deadline;   ///< of the search
  const Deadline& finishing;  ///< of minimizing what was found
  const Deadline& end;        ///< of all
  Synthesis& result;          ///< `tried`, `closest`, `outcome`
  KnownShapes& known;         ///< what was found already
  /// Terms of instantiations with which E-matching was cut, in the order of the instantiations.
  std::deque<std::vector<smt::TermId>>& harvest;
};

/// Terms that E-matching refutes the script with, not yet minimal.
using Terms = std::vector<smt::TermId>;

/// What a source found.
struct Found {
  Terms terms;
  std::string method;
};

/// A part of a source's work.
struct Turn {
  std::optional<Found> found;  ///< none of the terms has a known shape
  Work work = 0;               ///< what it cost
  Progress progress = Progress::More;
};

/// Where terms come from. Sources take turns (Schedule), so each does its work in parts, the first of them short: runs
/// that are cut come back with a higher limit.
class TermSource {
 public:
  virtual ~TermSource() = default;
  /// The next part. After something was found, it goes on from there.
  [[nodiscard]] virtual Turn next() = 0;
};

/// The limit of a run that was cut `times` before, in seconds. The first is a small part of all the time, so that each
/// source has a turn in the first fifth of it; each next one is twice as high, up to that for a run that decides
/// much.
[[nodiscard]] double limit_after(const SynthesisOptions& options, std::size_t times);

}  // namespace assay::trigger
