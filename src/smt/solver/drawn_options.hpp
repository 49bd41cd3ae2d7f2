#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/rng.hpp"
#include "assay/smt/solver.hpp"
#include "smt/solver/limits.hpp"

namespace assay::smt {

/// Some of the definition's options, one to kMostDrawnOptions of them, each with a value that is not its default one:
/// "name=value", in the definition's order. Empty when it has none. Formulas and configurations are explored together:
/// Yao, Huang, Tang, Shi, Wu, Zhang: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration, ISSTA 2021.
[[nodiscard]] std::vector<std::string> draw_options(const SolverDefinition& definition, core::Rng rng);
inline constexpr std::size_t kMostDrawnOptions = 4;

/// A hash of what is drawn from, for the fingerprint of a campaign.
[[nodiscard]] std::uint64_t options_fingerprint(const SolverDefinition& definition);

/// The set-option commands, a line each, for those of the options that are no flags. What is not in the definition, or
/// not among the values of its row, sets nothing: texts may come from files.
[[nodiscard]] std::string option_commands(const SolverDefinition& definition, const std::vector<std::string>& drawn);
/// The command-line arguments for the others.
[[nodiscard]] std::vector<std::string> option_flags(const SolverDefinition& definition,
                                                    const std::vector<std::string>& drawn);
/// How people read them: the commands and the flags, with blanks between.
[[nodiscard]] std::string shown_options(const SolverDefinition& definition, const std::vector<std::string>& drawn);
/// The set without the values of numbers, which tell no causes apart: what signatures say.
[[nodiscard]] std::string cause_of_options(const SolverDefinition& definition, const std::vector<std::string>& drawn);
/// The script without the command that sets the option so.
[[nodiscard]] std::string without_option(const std::string& script, const std::string& drawn);

/// Takes the values out that this solver refuses, each asked for once in a fresh process: an error on small scripts.
/// What is refused is kept like learned limits (see learn_limits).
void learn_options(SolverDefinition& definition, const std::string& version, SolverPort& solver,
                   const LimitsKept& kept);

}  // namespace assay::smt
