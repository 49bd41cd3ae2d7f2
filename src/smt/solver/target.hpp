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
#include "assay/core/proc.hpp"
#include "assay/core/tester.hpp"
#include "assay/smt/solver.hpp"
#include "smt/solver/features.hpp"

namespace assay::smt {

/// A solver under test, looked up.
struct Target {
  SolverDefinition definition;
  Capabilities capabilities;
  std::string version;  ///< as it says itself, or "unknown"
};
/// Looks up targets as resolve_solver takes them. Fails on an unknown one, on two of the same name, and, when
/// `must_run`, on one that says no version although it has a way to.
[[nodiscard]] Result<std::vector<Target>> resolve_targets(const std::vector<std::string>& texts, bool must_run);

}  // namespace assay::smt
