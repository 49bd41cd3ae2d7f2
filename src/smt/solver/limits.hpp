#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "smt/solver/features.hpp"
#include "smt/solver/target.hpp"

namespace assay::smt {

/// Scripts that use one operator on values, and ask nothing: a solver that has the operator says nothing to one of
/// them, although it may not take every index.
struct Probe {
  OperatorId op;
  std::vector<std::string> scripts;
};
/// One probe for each operator that can be applied to values of our own.
[[nodiscard]] const std::vector<Probe>& operator_probes();

struct LearnedLimits {
  std::vector<OperatorId> lacking;  ///< in the registry's order
  bool whole = false;               ///< every operator was asked for
};
/// The operators that the solver calls unsupported or unknown in each script of their probes, by its `skip` patterns.
/// Another error says nothing about the operator. A solver that does not get through a probe (a time-out, no memory;
/// the third crash) is not asked on: that is for the campaign to find. Stops early, too, when `stop` is requested.
[[nodiscard]] LearnedLimits learn_limits(SolverPort& solver, const SolverDefinition& definition,
                                         const std::stop_token& stop);

/// The folders that store learned limits, one file per program content, version and set of probes. find() reads the
/// campaign's folder first, so that a resumed campaign draws the same cases after an upgrade of the solver. It reads
/// the user's cache (`$XDG_CACHE_HOME/assay` or `~/.cache/assay`) second, so that each build of a solver is asked once.
struct LimitsKept {
  std::string folder;  ///< the campaign's, or empty
  std::string cache;   ///< the user's, or empty
  /// In the cache alone, when the campaign has no folder.
  [[nodiscard]] static LimitsKept in(const std::string& campaign_folder);

  /// What is kept about a subject in the campaign's folder, or else as an answer to this question in the cache.
  [[nodiscard]] std::optional<std::string> find(const std::string& subject, std::uint64_t question) const;
  void keep_here(const std::string& subject, const std::string& text) const;
  void keep_for_all(std::uint64_t question, const std::string& text) const;
};

/// Teaches the capabilities what the solver lacks: read where that is kept, else asked of the solver and kept. A solver
/// whose version is "unknown" is not asked: its answers could not be kept, and some take half a minute.
void learn_limits(const SolverDefinition& definition, const std::string& version, Capabilities& capabilities,
                  SolverPort& solver, const LimitsKept& kept);

}  // namespace assay::smt
