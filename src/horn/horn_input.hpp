#pragma once

#include <string>
#include <vector>

#include "horn/horn_case.hpp"
#include "smt/solver/solver.hpp"

namespace assay::horn {

/// The text that a target reads for a case, and what is added to its command line.
struct HornInput {
  std::string text;
  std::vector<std::string> flags;
  std::vector<std::string> options;  ///< the drawn options of the target
  bool muz = false;                  ///< the text is a muZ query, whose answers are the other way round
};
/// The input of the first run: the system with the target's options.
[[nodiscard]] HornInput horn_input(OpenedHorn& opened, const smt::SolverDefinition& target);
/// The input of the run that asks for a derivation. Nullopt if the target takes no such request.
[[nodiscard]] std::optional<HornInput> derivation_input(OpenedHorn& opened, const smt::SolverDefinition& target);

/// The drawn options for a target: by its name, or else by its family (another version of the solver).
[[nodiscard]] std::vector<std::string> options_for(const HornFacts& facts, const smt::SolverDefinition& target);
/// The reply about the system. Nullopt if the target gave no full answer.
[[nodiscard]] std::optional<smt::Reply> reply_of(const smt::SolverAnswer& answer, bool muz);

}  // namespace assay::horn
