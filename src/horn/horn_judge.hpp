#pragma once

#include <functional>
#include <string>
#include <vector>

#include "horn/horn_case.hpp"
#include "horn/witness/witness.hpp"

namespace assay::horn {

/// One run of a target on a case: the input of the judges.
struct HornRun {
  OpenedHorn& opened;
  const core::Case& subject;
  const smt::SolverDefinition& target;
  const smt::SolverAnswer& answer;
  std::optional<smt::Reply> reply;   ///< of the system: of a muZ script the opposite of the printed answer
  bool is_muz = false;               ///< the input was a muZ script
  std::vector<std::string> options;  ///< drawn options of the target
  const std::vector<Reference>& references;
  /// Runs the target again and returns its output with a derivation. Nullopt: none can be requested. Sets the answer.
  std::function<std::optional<smt::SolverAnswer>()> ask_derivation;
};

/// Judges the answer, and the model or derivation that comes with it.
[[nodiscard]] core::Verdict judge_horn(const HornRun& run);

}  // namespace assay::horn
