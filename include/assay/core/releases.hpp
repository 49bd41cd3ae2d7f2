#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/target/installed.hpp"

namespace assay::core {

/// A target whose releases a package registry carries: a row of data/releases.toml (docs/dev/releases.md).
struct Installable {
  std::string name;                  ///< of the target
  std::vector<std::string> also;     ///< other targets that the same command serves
  std::string client;                ///< of the registry: a row of release_clients()
  std::string package;               ///< as the registry calls it
  std::string command;               ///< what the target's definition runs
  std::string program;               ///< the command, in the package; or else ...
  std::string module;                ///< ... a Python module, or ...
  std::vector<std::string> drivers;  ///< ... files of data/drivers, of which the first is the command
  std::string main_class;            ///< ... or a class of Java
  std::string version_flag = "--version";
  std::vector<std::string> keep;      ///< what of the installed package is needed; empty: all of it
  bool dependencies = true;           ///< whether the command needs the package's dependencies
  std::string tried;                  ///< the version that Assay is tested with
  std::string since;                  ///< the first version that can be used; empty: any
  std::string why_since;              ///< why not the earlier ones
  std::vector<std::string> versions;  ///< where the client cannot list them
  std::string what;                   ///< for people
};
/// All rows, in the order of the file.
[[nodiscard]] const std::vector<Installable>& installables();
/// An Error names those that there are.
[[nodiscard]] Result<Installable> installable(std::string_view name);
/// For tests: another table.
[[nodiscard]] Result<std::vector<Installable>> read_installables(std::string_view toml, const std::string& path);

/// A version as the registry writes it, and as Assay does: z3's "4.8.17.0" is 4.8.17.
struct Available {
  std::string registry;
  std::string version;
};
/// How Assay writes a registry's version: without zeros behind the third number.
[[nodiscard]] std::string shown_version(std::string_view registry);
/// The available version that `wanted` means: "latest", or the same numbers; an Error names the nearest ones. Empty
/// means Installable::tried.
[[nodiscard]] Result<Available> chosen_version(const Installable& row, const std::vector<Available>& available,
                                               const std::string& wanted);

/// Some versions of a target, as --versions names them: "z3:all", "z3:4.8.5..latest", "z3:latest", "z3:4.8.12".
struct ReleaseSpan {
  std::string target;
  std::string first;  ///< a version, or "latest"; empty: the oldest
  std::string last;   ///< a version, or "latest"
};
/// Several of them, with commas between.
[[nodiscard]] Result<std::vector<ReleaseSpan>> read_release_spans(std::string_view text);
/// Those of `versions` (the oldest first) that lie in the span.
[[nodiscard]] std::vector<std::string> versions_in(const ReleaseSpan& span, const std::vector<std::string>& versions);

/// What an installation reports while it runs: "downloading z3-solver 4.8.17.0".
using ReleaseNews = std::function<void(const std::string& what)>;

/// The versions that the registry has for this machine, the oldest first; those that cannot be used are left out. An
/// Error tells what the client said.
[[nodiscard]] Result<std::vector<Available>> available_releases(const Installable& row, const std::stop_token& stop);

struct Installation {
  InstalledRelease release;
  bool there = false;  ///< it was there already; nothing was done
  std::string says;    ///< its version, as it says itself
};
/// Installs "z3@4.8.17", "z3@latest" or "z3" into a folder of its own, which appears whole or not at all. The client
/// verifies what it downloads; the files' checksums are kept beside (`locks/`), and another time only the same files
/// are taken.
[[nodiscard]] Result<Installation> install_release(const std::string& name, const ReleaseNews& news,
                                                   const std::stop_token& stop);
/// Removes an installed release.
[[nodiscard]] Result<InstalledRelease> remove_release(const std::string& name);

}  // namespace assay::core
