#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::core {

// Released versions of targets lie in folders of their own: <releases_folder()>/<target>/<version>/bin/<command>. What
// lies there counts, by whatever means it was installed.

/// $XDG_DATA_HOME/assay/targets, or ~/.local/share/assay/targets; empty when there is no home either.
[[nodiscard]] std::string releases_folder();

struct InstalledRelease {
  std::string target;
  std::string version;
  std::string folder;
  std::string program;  ///< the path of its command
  /// "z3@4.8.17": as --target takes it.
  [[nodiscard]] std::string name() const { return target + "@" + version; }
};

/// Names of targets with an installed release, sorted.
[[nodiscard]] std::vector<std::string> targets_with_releases();
/// Those of one target, the oldest first.
[[nodiscard]] std::vector<InstalledRelease> installed_releases(std::string_view target);

/// "z3@4.8.17" as its two parts.
struct ReleaseName {
  std::string target;
  std::string version;  ///< or "latest"
};
/// Whether the text is the name of a release, not of a file or a command.
[[nodiscard]] bool is_release_name(std::string_view text);
/// An Error says what such a name looks like.
[[nodiscard]] Result<ReleaseName> read_release_name(std::string_view text);
/// The installed release of that name; "latest" is the newest one that is installed. An Error names those that are.
[[nodiscard]] Result<InstalledRelease> installed_release(std::string_view name);
/// With the version in place of "latest", where there is one: what a campaign stores must not change when another
/// version is installed. Any other text stays as it is.
[[nodiscard]] std::string pinned_release(const std::string& target);

}  // namespace assay::core
