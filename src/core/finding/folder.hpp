#pragma once

#include <string>

#include "assay/base/result.hpp"
#include "core/finding/finding.hpp"
#include "core/io/io.hpp"

namespace assay::core {

/// Writes a finding's folder `parent`/<id>: completely under another name, then renamed. Replaces an existing folder
/// (of a run that was killed before it wrote the row). Sets `finding.folder`.
[[nodiscard]] Status write_finding_folder(Disk& disk, const std::string& parent, Finding& finding);

/// Updates the folder of a stored finding: reduced files first, finding.json last.
[[nodiscard]] Status update_finding_folder(Disk& disk, const Finding& finding);

/// Loads a finding of a campaign from `folder` ("findings") below it. Does not follow links out
/// of the campaign.
[[nodiscard]] Result<Finding> load_finding_of(const std::string& campaign, const std::string& folder,
                                              const std::string& id);

/// "<target>-<case index>", as a folder name.
[[nodiscard]] std::string finding_id(const std::string& target, std::uint64_t index);

}  // namespace assay::core
