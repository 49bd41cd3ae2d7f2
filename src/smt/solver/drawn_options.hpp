#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng/rng.hpp"
#include "smt/solver/limits.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// Draws one to kMaxDrawnOptions options of the definition, each with a value that is not its default: "name=value", in
/// the definition's order. Empty if the definition has no options. Formulas and configurations are explored together,
/// after Yao et al.: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration, ISSTA 2021.
[[nodiscard]] std::vector<std::string> draw_options(const SolverDefinition& definition, core::Rng rng);
inline constexpr std::size_t kMaxDrawnOptions = 4;

/// A hash of the definition's options and values, for the fingerprint of a campaign.
[[nodiscard]] std::uint64_t options_fingerprint(const SolverDefinition& definition);

/// The set-option commands, one per line, for the drawn options that are not flags. Options and values that the
/// definition does not list are ignored, because the texts may come from files.
[[nodiscard]] std::string option_commands(const SolverDefinition& definition, const std::vector<std::string>& drawn);
/// The command-line arguments for the drawn options that are flags.
[[nodiscard]] std::vector<std::string> option_flags(const SolverDefinition& definition,
                                                    const std::vector<std::string>& drawn);
/// The flags and commands as one text for users, separated by blanks.
[[nodiscard]] std::string shown_options(const SolverDefinition& definition, const std::vector<std::string>& drawn);
/// The drawn options for a signature. Values of numbers are left out, because they do not distinguish causes.
[[nodiscard]] std::string cause_of_options(const SolverDefinition& definition, const std::vector<std::string>& drawn);
/// The script without the command that sets this option to this value.
[[nodiscard]] std::string without_option(const std::string& script, const std::string& drawn);

/// Removes the option values that the solver refuses with an error on small scripts. Each value is tried once in a
/// fresh process. The refused values are stored like learned limits (see learn_limits).
void learn_options(SolverDefinition& definition, const std::string& version, SolverPort& solver,
                   const LimitsKept& kept);

}  // namespace assay::smt
