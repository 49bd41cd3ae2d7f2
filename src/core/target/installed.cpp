#include "core/target/installed.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/proc/proc.hpp"
#include "core/target/known_bug.hpp"

namespace assay::core {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLatest = "latest";

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// The first executable command in a release's `bin`; empty: none.
std::string command_in(const std::string& folder) {
  for (const std::string& name : list_directory(folder + "/bin"))
    if (std::string program = find_program(folder + "/bin/" + name); !program.empty()) return program;
  return {};
}

std::string versions_of(const std::vector<InstalledRelease>& releases) {
  std::vector<std::string> versions;
  for (const InstalledRelease& release : releases) versions.push_back(release.version);
  return join(versions, ", ");
}

}  // namespace

std::string releases_folder() {
  if (const std::string data = variable("XDG_DATA_HOME"); data.starts_with('/')) return data + "/assay/targets";
  const std::string home = variable("HOME");
  return home.empty() ? std::string() : home + "/.local/share/assay/targets";
}

std::vector<std::string> targets_with_releases() {
  std::vector<std::string> targets;
  for (const std::string& name : list_directory(releases_folder()))
    if (!installed_releases(name).empty()) targets.push_back(name);
  return targets;
}

std::vector<InstalledRelease> installed_releases(std::string_view target) {
  std::vector<InstalledRelease> releases;
  if (!is_plain_name(target)) return releases;
  const std::string folder = releases_folder() + "/" + std::string(target);
  for (const std::string& version : list_directory(folder)) {
    if (!is_plain_name(version) || version_number(version).empty()) continue;
    InstalledRelease release{std::string(target), version, folder + "/" + version, {}};
    release.program = command_in(release.folder);
    if (!release.program.empty()) releases.push_back(std::move(release));
  }
  std::stable_sort(releases.begin(), releases.end(), [](const InstalledRelease& one, const InstalledRelease& other) {
    return compare_versions(one.version, other.version) < 0;
  });
  return releases;
}

bool is_release_name(std::string_view text) {
  const std::size_t at = text.find('@');
  return at != std::string_view::npos && text.find_first_of("/= ") == std::string_view::npos &&
         !text.ends_with(".toml");
}

bool is_version_of_series(std::string_view version, std::string_view series) {
  return version.size() > series.size() && version.starts_with(series) && version[series.size()] == '.';
}

Result<ReleaseName> read_release_name(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::string_view version = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
  const bool numbered = is_plain_name(version) && version.front() >= '0' && version.front() <= '9';
  if (!is_release_name(text) || !is_plain_name(text.substr(0, at)) || (version != kLatest && !numbered))
    return Error{"'" + printable(text) + "' names no release", "write it as in z3@4.8.17 or z3@latest"};
  return ReleaseName{std::string(text.substr(0, at)), std::string(version)};
}

Result<InstalledRelease> installed_release(std::string_view name) {
  const Result<ReleaseName> wanted = read_release_name(name);
  if (!wanted) return wanted.error();
  std::vector<InstalledRelease> releases = installed_releases(wanted->target);
  if (releases.empty())
    return Error{"no release of '" + wanted->target + "' is installed",
                 "`assay versions install " + std::string(name) + "` gets it, where a package registry carries it"};
  if (wanted->version == kLatest) return std::move(releases.back());
  // Prefer the same spelling, because "4.5.1" and "4.5.1.0.post2" have the same number.
  for (const InstalledRelease& release : releases)
    if (release.version == wanted->version) return release;
  for (const InstalledRelease& release : releases)
    if (compare_versions(release.version, wanted->version) == 0) return release;
  const auto newest = std::find_if(releases.rbegin(), releases.rend(), [&](const InstalledRelease& release) {
    return is_version_of_series(release.version, wanted->version);
  });
  if (newest != releases.rend()) return *newest;
  return Error{"'" + std::string(name) + "' is not installed",
               "installed: " + versions_of(releases) + "; `assay versions install " + std::string(name) + "` gets it"};
}

std::string pinned_release(const std::string& target) {
  if (!is_release_name(target)) return target;
  const Result<InstalledRelease> release = installed_release(target);
  return release ? release->name() : target;
}

}  // namespace assay::core
