#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "assay/base/check.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/releases/client.hpp"
#include "core/releases/releases.hpp"
#include "core/target/known_bug.hpp"
#include "core/target/version.hpp"

namespace assay::core {
namespace {

namespace fs = std::filesystem;

Result<const ReleaseClient*> client_of(const Installable& row) {
  const ReleaseClient* const client = release_client(row.client);
  ASSAY_CHECK(client != nullptr, "a row with an unknown client was let in");
  if (!find_program(std::string(client->program)).empty()) return client;
  return Error{"there is no " + std::string(client->program) + " on the PATH, and " + row.name + " comes with it",
               std::string(client->how_to_get)};
}

Status write_command(const ReleaseClient& client, const ReleaseJob& job) {
  const Result<std::string> script = client.command(job);
  if (!script) return script.error();
  const std::string command = job.folder + "/bin/" + job.row.command;
  Disk& disk = Disk::real();
  if (Status made = disk.make_directory(job.folder + "/bin"); !made) return made;
  if (Status written = disk.write_new_file(command, *script); !written) return written;
  return disk.make_executable(command);
}

/// The version that the command prints. An Error, with the last line of the output, if the command does not run.
Result<std::string> try_command(const ReleaseJob& job) {
  const std::string command = job.folder + "/bin/" + job.row.command;
  const ProcessResult result = ask_target({command, job.row.version_flag});
  const std::string said = result.out + "\n" + result.err;
  if (result.ending == Ending::Exited && result.exit_code == 0)
    for (const std::string_view line : split(said, '\n'))
      if (line.find_first_of("0123456789") != std::string_view::npos) return printable(trim(line));
  const std::string_view why = trim(result.message.empty() ? said : result.message);
  return Error{job.row.name + " " + job.version +
                   " was downloaded, but does not run: " + shortened(printable(why.substr(why.rfind('\n') + 1)), 400),
               "the package is for another machine, or lacks a library"};
}

/// Makes links for other targets that use the same command.
Status link_other_names(const Installable& row, const std::string& root) {
  for (const std::string& name : row.also) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(root + "/" + name, error))) continue;
    fs::create_directory_symlink(row.name, root + "/" + name, error);
    if (error) return Error{"cannot link " + root + "/" + name + ": " + error.message(), "is the disk full?"};
  }
  return {};
}

std::string lock_path(const std::string& root, const Installable& row, const std::string& version) {
  return root + "/locks/" + row.name + "-" + version + ".txt";
}

/// The lock of an earlier installation; empty if there is none.
Result<std::string> earlier_lock(const std::string& path) {
  if (!exists(path)) return std::string();
  return read_text_file(path);
}

Result<std::string> fill(const ReleaseClient& client, const ReleaseJob& job) {
  Result<std::string> lock = client.install(job);
  if (!lock) return lock;
  if (Status written = write_command(client, job); !written) return written.error();
  return lock;
}

Result<Installation> install_version(const Installable& row, const ReleaseClient& client,
                                     const AvailableVersion& version, const ReleaseNews& news,
                                     const std::stop_token& stop) {
  const std::string root = releases_folder();
  const std::string lock_file = lock_path(root, row, version.version);
  const Result<std::string> known = earlier_lock(lock_file);
  if (!known) return known.error();
  Result<NewFolder> folder = NewFolder::begin(root + "/" + row.name + "/" + version.version);
  if (!folder) return folder.error();
  const ReleaseJob job{row, version.registry, folder->path(), *known, news, stop};
  const Result<std::string> lock = fill(client, job);
  if (!lock) return lock.error();
  Result<std::string> says = try_command(job);
  if (!says) return says.error();
  if (Status made = Disk::real().make_directory(root + "/locks"); !made) return made.error();
  if (Status written = Disk::real().write_file(lock_file, *lock); !written) return written.error();
  if (Status finished = folder->finish(); !finished) return finished.error();
  if (Status linked = link_other_names(row, root); !linked) return linked.error();
  Result<InstalledRelease> release = installed_release(row.name + "@" + version.version);
  if (!release) return release.error();
  return Installation{std::move(*release), false, std::move(*says)};
}

/// The installed release, if the version is known without asking the registry.
std::optional<InstalledRelease> find_installed(const Installable& row, const std::string& version) {
  if (version == "latest") return std::nullopt;
  for (InstalledRelease& release : installed_releases(row.name))
    if (release.version == version || compare_versions(release.version, version) == 0) return std::move(release);
  return std::nullopt;
}

/// The result for a release that is installed already. Adds links that an earlier Assay did not make, and replaces an
/// earlier Assay's drivers.
Result<Installation> already_installed(const Installable& row, InstalledRelease release) {
  for (const std::string& driver : row.drivers) {
    const std::string file = release.folder + "/driver/" + driver;
    if (!exists(file)) continue;
    if (Status written = Disk::real().write_file(file, release_driver(driver)); !written) return written.error();
  }
  if (Status linked = link_other_names(row, releases_folder()); !linked) return linked.error();
  return Installation{std::move(release), true, {}};
}

}  // namespace

Result<std::vector<AvailableVersion>> available_releases(const Installable& row, const std::stop_token& stop) {
  const Result<const ReleaseClient*> client = client_of(row);
  if (!client) return client.error();
  const Result<std::vector<std::string>> versions = (*client)->versions(row, stop);
  if (!versions) return versions.error();
  std::vector<AvailableVersion> available;
  for (const std::string& version : *versions) {
    if (!is_plain_name(version) || (!row.since.empty() && compare_versions(version, row.since) < 0)) continue;
    const bool twice = std::any_of(available.begin(), available.end(),
                                   [&](const AvailableVersion& one) { return one.registry == version; });
    if (!twice) available.push_back({version, shown_version(version)});
  }
  // Registries list the newest version first; equal numbers ("4.5.1.0", "4.5.1.0.post2") keep their order.
  std::reverse(available.begin(), available.end());
  std::stable_sort(available.begin(), available.end(), [](const AvailableVersion& one, const AvailableVersion& other) {
    return compare_versions(one.version, other.version) < 0;
  });
  return available;
}

Result<Installation> install_release(const std::string& name, const ReleaseNews& news, const std::stop_token& stop) {
  ReleaseName wanted{name, {}};
  if (name.find('@') != std::string::npos) {
    Result<ReleaseName> read = read_release_name(name);
    if (!read) return read.error();
    wanted = std::move(*read);
  }
  const Result<Installable> row = installable(wanted.target);
  if (!row) return row.error();
  if (releases_folder().empty())
    return Error{"neither XDG_DATA_HOME nor HOME says where releases may lie", "set one of them to a folder"};
  if (auto there = find_installed(*row, wanted.version.empty() ? row->tried : wanted.version))
    return already_installed(*row, std::move(*there));
  const Result<const ReleaseClient*> client = client_of(*row);
  if (!client) return client.error();
  const Result<std::vector<AvailableVersion>> available = available_releases(*row, stop);
  if (!available) return available.error();
  const Result<AvailableVersion> version = chosen_version(*row, *available, wanted.version);
  if (!version) return version.error();
  if (auto there = find_installed(*row, version->version)) return already_installed(*row, std::move(*there));
  return install_version(*row, **client, *version, news, stop);
}

Result<InstalledRelease> remove_release(const std::string& name) {
  Result<InstalledRelease> release = installed_release(name);
  if (!release) return release;
  if (Status removed = Disk::real().remove(release->folder); !removed) return removed.error();
  return release;
}

}  // namespace assay::core
