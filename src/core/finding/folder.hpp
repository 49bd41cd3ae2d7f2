#pragma once

#include <string>

#include "assay/base/result.hpp"
#include "assay/core/finding.hpp"
#include "assay/core/io.hpp"

namespace assay::core {

/// Writes a finding's folder `parent`/<id>: complete under another name, then renamed. One that is there (from a run
/// that was killed before its row was written) is replaced. Sets `finding.folder`.
[[nodiscard]] Status write_finding_folder(Disk& disk, const std::string& parent, Finding& finding);

/// Brings the folder of a stored finding up to date: reduced files first, finding.json last.
[[nodiscard]] Status update_finding_folder(Disk& disk, const Finding& finding);

/// The finding of a campaign's folder: `folder` below it, "findings", holds the findings. Nothing outside of the
/// campaign is read, whatever links it holds.
[[nodiscard]] Result<Finding> load_finding_of(const std::string& campaign, const std::string& folder,
                                              const std::string& id);

/// "<target>-<case index>", as a folder name.
[[nodiscard]] std::string finding_id(const std::string& target, std::uint64_t index);

}  // namespace assay::core
