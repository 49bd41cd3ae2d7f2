#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::core {

// Released versions of targets are installed in <releases_folder()>/<target>/<version>/bin/<command>. Every such
// command counts as installed, no matter who put it there.

/// $XDG_DATA_HOME/assay/targets, or ~/.local/share/assay/targets; empty when there is no home either.
[[nodiscard]] std::string releases_folder();

/// An installed release of a target.
struct InstalledRelease {
  std::string target;
  std::string version;
  std::string folder;
  std::string program;  ///< path of its command
  /// The name for --target: "z3@4.8.17".
  [[nodiscard]] std::string name() const { return target + "@" + version; }
};

/// Names of targets with an installed release, sorted.
[[nodiscard]] std::vector<std::string> targets_with_releases();
/// The installed releases of one target, the oldest first.
[[nodiscard]] std::vector<InstalledRelease> installed_releases(std::string_view target);

/// The two parts of a release's name, "z3@4.8.17".
struct ReleaseName {
  std::string target;
  std::string version;  ///< or "latest"
};
/// True if the text looks like a release's name, not like a file or a command: it has an '@', but no '/', '=' or blank.
[[nodiscard]] bool is_release_name(std::string_view text);
/// True if the version begins with the numbers of `series`: 19.1.7 is of the series 19 and 19.1, not of 1.
[[nodiscard]] bool is_version_of_series(std::string_view version, std::string_view series);
/// Splits a release's name. An Error shows the right form.
[[nodiscard]] Result<ReleaseName> read_release_name(std::string_view text);
/// The installed release with this name; "latest" means the newest installed version, "19" the newest of 19 and 19.*.
/// An Error lists the installed ones.
[[nodiscard]] Result<InstalledRelease> installed_release(std::string_view name);
/// Replaces "latest" and a series by the newest installed version of it, if there is one. A campaign stores the result,
/// which must not change when another version is installed. Other texts stay unchanged.
[[nodiscard]] std::string pinned_release(const std::string& target);

}  // namespace assay::core
