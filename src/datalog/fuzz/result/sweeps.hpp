#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/case/case.hpp"
#include "datalog/engine/engine.hpp"

namespace assay::datalog {

/// The claim about the results of both command lines, for compare_results.
inline constexpr std::string_view kSweepClaim = "both command lines must give the same";

/// One way to vary an engine's options for a program.
struct OptionVariation {
  std::string name;                  ///< EngineSweep::name
  std::vector<std::string> flags;    ///< "{relation}" is replaced by a relation of the program
  std::vector<std::string> plain;    ///< the engine's command line without the flags
  std::vector<std::string> command;  ///< the engine's command line with the flags
  std::string input;                 ///< name of the program's file in this dialect
};

/// The variation with this number; every number is valid. It is made from sweep `number % sweeps.size()` and relation
/// `number / sweeps.size() % relations.size()`. Nullopt if the engine has no options to vary.
[[nodiscard]] std::optional<OptionVariation> option_variation(const EngineDefinition& engine, const Program& program,
                                                              std::uint64_t number);

/// Inserts both command lines at the beginning of a bug's detail.
[[nodiscard]] core::Verdict with_both_commands(const OptionVariation& variation, core::Verdict verdict);

}  // namespace assay::datalog
