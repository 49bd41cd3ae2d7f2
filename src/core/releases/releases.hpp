#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "core/target/builtin.hpp"
#include "core/target/installed.hpp"

namespace assay::core {

/// A target that a package registry offers: a row of data/releases.toml (docs/dev/releases.md).
struct Installable {
  std::string name;               ///< of the target
  std::vector<std::string> also;  ///< other targets that use the same command
  std::string client;             ///< client of the registry: a row of release_clients()
  std::string package;            ///< name in the registry
  std::string command;            ///< name of the program that the target's definition runs
  // Exactly one field of the next four is set; it runs when the command runs.
  std::string program;               ///< a program in the package
  std::string module;                ///< a Python module
  std::vector<std::string> drivers;  ///< files of data/drivers; the first one runs
  std::string main_class;            ///< a Java class
  std::string version_flag = "--version";
  std::vector<std::string> parts;     ///< for apt: other packages of the same source that the program needs
  std::vector<std::string> keep;      ///< the needed entries of the installed package; empty: all
  bool default_features = false;      ///< for cargo: the crate is compiled with its default features
  bool dependencies = true;           ///< false: the command does not need the package's dependencies
  std::string tried;                  ///< the version that Assay is tested with
  std::string since;                  ///< the first usable version; empty: any
  std::string why_since;              ///< why earlier versions cannot be used
  std::vector<std::string> versions;  ///< all versions, if the client cannot list them
  std::string what;                   ///< description for people
};
/// All rows, in the order of the file.
[[nodiscard]] const std::vector<Installable>& installables();
/// The files of data/drivers.
[[nodiscard]] std::span<const BuiltinText> release_drivers();
/// The row of this target. An Error lists the known targets.
[[nodiscard]] Result<Installable> installable(std::string_view name);
/// For tests: reads another table.
[[nodiscard]] Result<std::vector<Installable>> read_installables(std::string_view toml, const std::string& path);

/// A version in the registry's spelling and in Assay's: z3's "4.8.17.0" is 4.8.17.
struct AvailableVersion {
  std::string registry;
  std::string version;
};
/// Assay's spelling of a registry's version: without ".0" after the third number.
[[nodiscard]] std::string shown_version(std::string_view registry);
/// The available version for `wanted`: "latest", or an equal version number. Empty means Installable::tried. An Error
/// lists near versions.
[[nodiscard]] Result<AvailableVersion> chosen_version(const Installable& row,
                                                      const std::vector<AvailableVersion>& available,
                                                      const std::string& wanted);

/// A range of versions of a target, as in --versions: "z3:all", "z3:4.8.5..latest", "z3:latest", "z3:4.8.12".
struct ReleaseSpan {
  std::string target;
  std::string first;  ///< a version or "latest"; empty: the oldest
  std::string last;   ///< a version or "latest", included
};
/// Parses ranges that are separated by commas.
[[nodiscard]] Result<std::vector<ReleaseSpan>> read_release_spans(std::string_view text);
/// The elements of `versions` (the oldest first) in the range.
[[nodiscard]] std::vector<std::string> versions_in(const ReleaseSpan& span, const std::vector<std::string>& versions);

/// Receives messages of a running installation: "downloading z3-solver 4.8.17.0".
using ReleaseNews = std::function<void(const std::string& what)>;

/// The usable versions in the registry for this machine, the oldest first. An Error contains the client's message.
[[nodiscard]] Result<std::vector<AvailableVersion>> available_releases(const Installable& row,
                                                                       const std::stop_token& stop);

struct Installation {
  InstalledRelease release;
  bool there = false;  ///< true: it was installed before, and nothing was done
  std::string says;    ///< the version that the command prints
};
/// Installs "z3@4.8.17", "z3@latest" or "z3" into a folder of its own, which appears complete or not at all. The client
/// verifies the downloads. The files' checksums are stored in `locks/`; a later installation accepts only the same
/// files.
[[nodiscard]] Result<Installation> install_release(const std::string& name, const ReleaseNews& news,
                                                   const std::stop_token& stop);
/// Removes an installed release.
[[nodiscard]] Result<InstalledRelease> remove_release(const std::string& name);

}  // namespace assay::core
