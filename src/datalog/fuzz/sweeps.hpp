#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/case.hpp"
#include "assay/datalog/engine.hpp"

namespace assay::datalog {

/// What the results of both command lines are expected to do, in words.
inline constexpr std::string_view kSweepClaim = "both command lines must give the same";

/// One way to vary an engine's options for a program.
struct Swept {
  std::string name;                  ///< the sweep's
  std::vector<std::string> flags;    ///< with a relation of the program for "{relation}"
  std::vector<std::string> plain;    ///< the engine's command line
  std::vector<std::string> command;  ///< the same with the flags
  std::string input;                 ///< how the case's program is called in this dialect
};

/// The `number`-th way, counted on for ever: sweeps first, then the program's relations. Nothing: the engine has no
/// options to vary.
[[nodiscard]] std::optional<Swept> swept(const EngineDefinition& engine, const Program& program, std::uint64_t number);

/// A finding's detail begins with the two command lines that it speaks of.
[[nodiscard]] core::Verdict told_with_both(const Swept& sweep, core::Verdict verdict);

}  // namespace assay::datalog
