#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/trigger/synthesis.hpp"
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
  Synthesis& result;  ///< `tried`, `closest`, `method`
};

/// Terms that E-matching refutes the script with, not yet minimal.
using Terms = std::vector<smt::TermId>;
/// The likeliest ways to a proof, for a short time: they are cheap where they work.
[[nodiscard]] std::optional<Terms> terms_from_quick_proofs(const Workplace& work);
[[nodiscard]] std::optional<Terms> terms_from_proofs(const Workplace& work);
[[nodiscard]] std::optional<Terms> terms_from_search(const Workplace& work);

}  // namespace assay::trigger
