#pragma once

#include <string>
#include <vector>

#include "core/sarif/sarif.hpp"

namespace assay::core {

/// Whether runs of different versions of a tool may become one run.
enum class JoinVersions { Same, Any };
/// Adds a run to an array of runs. Its results go to the first run that they can join: of the same tool and category
/// (automationDetails.id), with equal tables besides the rules, files and functions. Their references are
/// rewritten: rules, artifacts, logical locations, locations of thread flows, invocations. If there is no such run, the
/// run is added as it is. Returns notes about conflicts, such as two values of one uriBaseId.
std::vector<std::string> add_run(SarifJson& runs, SarifJson run, JoinVersions versions);

/// Makes a result independent of the tables of its run, but for the tables that joined runs share: it gets the
/// names of rules, files and functions, and the text of its message.
void make_self_contained(SarifJson& result, const SarifJson& run);

}  // namespace assay::core
