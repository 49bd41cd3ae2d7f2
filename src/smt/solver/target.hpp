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

/// Targets that need far longer than another one for the same answer: (position, verdict) pairs. CPU time, so that a
/// busy machine does not count. A target is slow when a peer needs less than 1/`factor` of its time, and at least
/// `seconds` less.
[[nodiscard]] std::vector<std::pair<std::size_t, core::Verdict>> slower_than_peers(
    const std::vector<std::string>& names, const std::vector<core::Trial>& trials, double factor, double seconds);

}  // namespace assay::smt
