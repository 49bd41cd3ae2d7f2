#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "smt/solver/features.hpp"
#include "smt/solver/target.hpp"

namespace assay::smt {

/// Scripts that use one operator on values, without a check. A solver that supports the operator accepts at least one
/// of them; it may reject some indices.
struct Probe {
  OperatorId op;
  std::vector<std::string> scripts;
};
/// One probe for each operator that can be applied to generated values.
[[nodiscard]] const std::vector<Probe>& operator_probes();

struct LearnedLimits {
  std::vector<OperatorId> lacking;  ///< in the registry's order
  bool whole = false;               ///< true if all operators were probed
};
/// The operators that the solver calls unsupported or unknown in all scripts of their probes, by its `skip` patterns.
/// Other errors do not count. Probing ends at the first timeout or lack of memory, at the third crash, and when `stop`
/// is requested.
[[nodiscard]] LearnedLimits learn_limits(SolverPort& solver, const SolverDefinition& definition,
                                         const std::stop_token& stop);

/// The folders that store learned limits, one file per program content, version and set of probes. find() reads the
/// campaign's folder first, so that a resumed campaign draws the same cases after an upgrade of the solver. It reads
/// the user's cache (`$XDG_CACHE_HOME/assay` or `~/.cache/assay`) second, so that each build of a solver is asked once.
struct LimitsKept {
  std::string folder;  ///< in the campaign's folder, or empty
  std::string cache;   ///< in the user's cache, or empty
  /// The folders for a campaign. Only the cache is used if `campaign_folder` is empty.
  [[nodiscard]] static LimitsKept in(const std::string& campaign_folder);

  /// The stored text: by `subject` in the campaign's folder, or else by the key `question` in the cache. Nullopt if
  /// there is none.
  [[nodiscard]] std::optional<std::string> find(const std::string& subject, std::uint64_t question) const;
  void keep_here(const std::string& subject, const std::string& text) const;
  void keep_for_all(std::uint64_t question, const std::string& text) const;
};

/// Marks the operators that the solver lacks in `capabilities`. They are read from `kept`, or else learned from the
/// solver and stored. A solver whose version is "unknown" is not probed: its answers could not be stored, and some
/// solvers take half a minute.
void learn_limits(const SolverDefinition& definition, const std::string& version, Capabilities& capabilities,
                  SolverPort& solver, const LimitsKept& kept);

}  // namespace assay::smt
