#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/tester.hpp"
#include "core/proc/proc.hpp"
#include "smt/solver/features.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// A solver under test.
struct Target {
  SolverDefinition definition;
  Capabilities capabilities;
  std::string version;  ///< as the solver prints it, or "unknown"
};
/// Resolves targets with `resolve`. Fails for an unknown target, for two of the same name, and, if `must_run`, for a
/// target whose `version` command fails.
[[nodiscard]] Result<std::vector<Target>> resolve_targets(
    const std::vector<std::string>& texts, bool must_run,
    const std::function<Result<SolverDefinition>(const std::string&)>& resolve = resolve_solver);
/// The targets as a campaign reports them.
[[nodiscard]] std::vector<core::TargetInfo> infos_of(const std::vector<Target>& targets);

}  // namespace assay::smt
