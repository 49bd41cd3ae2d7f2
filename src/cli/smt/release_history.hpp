#pragma once

#include <string>
#include <vector>

#include "cli/cli_session.hpp"

namespace assay::cli {

/// The releases between the first and the last target, as `--versions` takes them: "z3:4.12.6..4.13.4" for z3@4.12.6
/// and z3@4.13.4. An Error if the targets are not releases of one program.
[[nodiscard]] Result<std::string> releases_between(const std::vector<std::string>& targets);

/// Runs the ten worst findings of a comparison on the installed releases of `versions`, and keeps and prints since when
/// each fails. Up to twelve releases are all asked, because answers come and go; of more, a binary search asks some.
void trace_worst_findings(const std::string& folder, const std::string& versions, Session& session);

}  // namespace assay::cli
