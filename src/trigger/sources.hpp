#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/trigger/synthesis.hpp"
#include "trigger/shapes.hpp"
#include "trigger/validator.hpp"

namespace assay::trigger {

/// What both sources of terms work on.
struct Workplace {
  smt::TermStore& store;
  const Problem& problem;
  const SynthesisOptions& options;
  Prover& prover;
  Validator& validator;
  const Deadline& deadline;
  Synthesis& result;   ///< `tried`, `closest`, `outcome`
  KnownShapes& known;  ///< what was found already
};

/// Terms that E-matching refutes the script with, not yet minimal.
using Terms = std::vector<smt::TermId>;

/// What a source found.
struct Found {
  Terms terms;
  std::string method;
};

/// Where terms come from. Sources take turns, so each does its work in parts.
class TermSource {
 public:
  virtual ~TermSource() = default;
  /// A part of the work: turn 0 is short, each next one longer, and each source has as many as it likes. Asked again
  /// after it found something, it goes on from there, and none of the terms has a known shape. std::nullopt: this turn
  /// is over.
  [[nodiscard]] virtual std::optional<Found> turn(std::size_t number) = 0;
};

/// Instantiations in proofs and logs of other methods: in turn 0 the likeliest ways, for a short time.
[[nodiscard]] std::unique_ptr<TermSource> make_proof_source(const Workplace& work);
/// Refutations by E-matching alone over ground terms that grow, some conjuncts let loose from their patterns.
[[nodiscard]] std::unique_ptr<TermSource> make_growth_source(const Workplace& work);
/// Clusters, unification and models.
[[nodiscard]] std::unique_ptr<TermSource> make_search_source(const Workplace& work);

}  // namespace assay::trigger
