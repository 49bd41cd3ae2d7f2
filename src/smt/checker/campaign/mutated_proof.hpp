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

/// Replaces a word of the script's assertions (a number, a symbol, an operator), or drops assertions, until a point
/// satisfies it. The proof gets the same word everywhere, or is changed so that a checker may overlook the missing
/// assertions: steps get the place of their assumptions, premises are exchanged, steps are dropped or moved. Nullopt if
/// no point was found, or the script or the proof cannot be read.
[[nodiscard]] std::optional<MutatedProof> mutate_proof(const std::string& script, const std::string& proof,
                                                       ProofFormat format, core::Rng& rng);

/// False if the proof has an assumption that the script does not assert, or cannot be read. A checker may not know the
/// script, and may then accept such a proof.
[[nodiscard]] bool assumes_only_assertions(const std::string& script, const std::string& proof, ProofFormat format);

}  // namespace assay::smt
