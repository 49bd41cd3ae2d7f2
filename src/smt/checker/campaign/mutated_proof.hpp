#pragma once

#include <optional>
#include <string>

#include "core/rng/rng.hpp"
#include "smt/checker/proof/proof.hpp"

namespace assay::smt {

/// A satisfiable script, and a changed proof of a similar unsatisfiable script.
struct MutatedProof {
  std::string script;
  std::string proof;
  std::string mutation;  ///< what was done to the proof, in a word
  std::string point;     ///< a model of the script
};

/// Drops assertions of the script until a point satisfies it, and changes the proof so that a checker may overlook the
/// missing assertions: steps get the place of their assumptions, premises are exchanged, steps are dropped or moved.
/// Nullopt if no point was found, or the script or the proof cannot be read.
[[nodiscard]] std::optional<MutatedProof> mutate_proof(const std::string& script, const std::string& proof,
                                                       ProofFormat format, core::Rng& rng);

}  // namespace assay::smt
