#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/cli_session.hpp"
#include "core/finding/finding.hpp"
#include "core/releases/releases.hpp"
#include "core/store/record.hpp"

namespace assay::cli {

/// Options for running a finding's case on other versions.
struct VersionFlags {
  std::string versions;
  unsigned times = 1;
  bool install = false;
  bool json = false;
};

/// A version, and its target in the syntax of --target.
struct VersionTarget {
  std::string version;
  std::string target;
};
/// The versions of one target, oldest first.
struct TargetVersions {
  std::string name;
  std::vector<VersionTarget> versions;
};
/// The versions that --versions names: of the installed releases, or with `install` of the registry's releases. In
/// both cases also of the releases in the histories of `findings`. An Error if a part of --versions names no version.
[[nodiscard]] Result<std::vector<TargetVersions>> selected_targets(const VersionFlags& flags,
                                                                   const std::vector<core::Finding>& findings,
                                                                   const std::stop_token& stop);

/// Runs the finding's smallest case on VersionTarget::target; empty: the finding's own target. The answer's version is
/// VersionTarget::version; if this is empty, the version that the target itself prints. An Error only if interrupted;
/// then nothing is run.
[[nodiscard]] Result<core::VersionAnswer> run_on_version(const core::Finding& finding, const VersionTarget& version,
                                                         unsigned times, const std::stop_token& stop);
/// As run_on_version() for a release, which is installed first with VersionFlags::install.
[[nodiscard]] Result<core::VersionAnswer> run_on_release(const core::Finding& finding, const VersionTarget& version,
                                                         const VersionFlags& flags, const std::stop_token& stop);

/// The target's name without its release and configuration: "z3" of "z3@4.8.12" and of "z3[seed=7]".
[[nodiscard]] std::string base_name(const std::string& target);

/// The findings of a campaign, or of all campaigns and findings' folders in a folder (up to three levels down), whose
/// id, or start of the signature, is in `ids`; all findings if `ids` is empty. The id of a finding of a campaign in
/// the folder begins with the campaign's path there: "20261128/z3-17". An Error names the first id without a finding.
[[nodiscard]] Result<std::vector<core::Finding>> chosen_findings(const std::string& directory,
                                                                 const std::vector<std::string>& ids);

}  // namespace assay::cli
