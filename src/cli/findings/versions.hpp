#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/core/finding.hpp"
#include "assay/core/record.hpp"
#include "assay/core/releases.hpp"
#include "cli/cli_session.hpp"

namespace assay::cli {

/// How a finding's case is run on other versions.
struct AskFlags {
  std::string versions;
  unsigned times = 1;
  bool install = false;
  bool json = false;
};

/// A version that may be asked, and its target as --target takes it.
struct AskedVersion {
  std::string version;
  std::string target;
};
/// The versions of one target, the oldest first.
struct AskedTarget {
  std::string name;
  std::vector<AskedVersion> versions;
};
/// What --versions means: installed releases, or with `install` those that the registry has. An Error when some part of
/// it means none.
[[nodiscard]] Result<std::vector<AskedTarget>> asked_targets(const AskFlags& flags, const std::stop_token& stop);

/// Runs the finding's smallest case on a target in place of its own; on its own, if AskedVersion::target is empty. The
/// answer has AskedVersion::version, or if that is empty, the version that the target itself prints. An Error:
/// interrupted.
[[nodiscard]] Result<core::VersionAnswer> answer_on(const core::Finding& finding, const AskedVersion& version,
                                                    unsigned times, const std::stop_token& stop);
/// The same on a release, which is installed first where the flags say so.
[[nodiscard]] Result<core::VersionAnswer> answer_on_release(const core::Finding& finding, const AskedVersion& version,
                                                            const AskFlags& flags, const std::stop_token& stop);

/// The findings of a campaign with these ids or signatures that begin so; without any, all of them. An Error names the
/// first one that is not there.
[[nodiscard]] Result<std::vector<core::Finding>> chosen_findings(const std::string& directory,
                                                                 const std::vector<std::string>& ids);

}  // namespace assay::cli
