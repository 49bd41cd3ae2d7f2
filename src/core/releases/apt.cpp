#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/releases/client.hpp"

namespace assay::core {
namespace {

constexpr std::string_view kMajor = "{major}";

/// A version of a Debian package: "1:19.1.7-3~deb12u1" is 19.1.7 upstream.
struct DebianVersion {
  std::string package;
  std::string full;
  std::string upstream;
};

std::string with_major(const std::string& text, std::string_view version) {
  return replace_all(text, kMajor, version.substr(0, version.find('.')));
}

/// The packages that the row's name stands for: with "{major}", one for each major version.
Result<std::vector<std::string>> names_of_package(const Installable& row, const std::stop_token& stop) {
  if (row.package.find(kMajor) == std::string::npos) return std::vector{row.package};
  const std::string pattern = "^" + replace_all(row.package, kMajor, "[0-9]+") + "$";
  const Result<std::string> said =
      run_client("look for " + row.package, {{"apt-cache", "search", "--names-only", pattern}, {}, {}}, stop);
  if (!said) return said.error();
  std::vector<std::string> names;
  for (const std::string_view line : split(*said, '\n'))
    if (!trim(line).empty()) names.emplace_back(line.substr(0, line.find(' ')));
  return names;
}

/// The rows "PACKAGE | VERSION | SOURCE" of apt-cache madison. Of equal upstream versions, the first one counts.
Result<std::vector<DebianVersion>> debian_versions(const Installable& row, const std::stop_token& stop) {
  const Result<std::vector<std::string>> names = names_of_package(row, stop);
  if (!names) return names.error();
  std::vector<std::string> argv = {"apt-cache", "madison"};
  argv.insert(argv.end(), names->begin(), names->end());
  std::vector<DebianVersion> versions;
  if (!names->empty()) {
    const Result<std::string> said = run_client("ask for the versions of " + row.package, {argv, {}, {}}, stop);
    if (!said) return said.error();
    for (const std::string_view line : split(*said, '\n')) {
      const std::vector<std::string_view> cells = split(line, '|');
      if (cells.size() < 3) continue;
      DebianVersion one{std::string(trim(cells[0])), std::string(trim(cells[1])), {}};
      one.upstream = one.full.substr(one.full.find(':') + 1);
      one.upstream = one.upstream.substr(0, one.upstream.rfind('-'));
      const bool twice = std::any_of(versions.begin(), versions.end(),
                                     [&](const DebianVersion& other) { return other.upstream == one.upstream; });
      if (!twice) versions.push_back(std::move(one));
    }
  }
  if (versions.empty())
    return Error{"apt knows no package " + row.package,
                 "`apt-get update` as root brings its lists up to date; not every distribution has the package"};
  return versions;
}

Result<std::vector<std::string>> apt_versions(const Installable& row, const std::stop_token& stop) {
  const Result<std::vector<DebianVersion>> known = debian_versions(row, stop);
  if (!known) return known.error();
  std::vector<std::string> versions;
  for (const DebianVersion& one : *known) versions.push_back(one.upstream);
  return versions;
}

/// Downloads the packages, which apt verifies, and unpacks them into a folder of their own: nothing is installed in the
/// system, and packages that the system has already are unpacked again.
Result<std::string> apt_install(const ReleaseJob& job) {
  const Result<std::vector<DebianVersion>> known = debian_versions(job.row, job.stop);
  if (!known) return known.error();
  const auto found =
      std::find_if(known->begin(), known->end(), [&](const DebianVersion& one) { return one.upstream == job.version; });
  if (found == known->end()) return Error{"apt has no " + job.row.package + " " + job.version + " any more", {}};
  const std::string debs = job.folder + "/debs";
  if (Status made = Disk::real().make_directory(debs); !made) return made.error();
  job.news("downloading " + found->package + " " + found->full);
  std::vector<std::string> download = {"env",       "--chdir=" + debs, "apt-get",
                                       "--quiet=2", "download",        found->package + "=" + found->full};
  for (const std::string& part : job.row.parts) download.push_back(with_major(part, job.version) + "=" + found->full);
  if (Result<std::string> done = run_client("download " + found->package, {download, {}, {}}, job.stop); !done)
    return done;
  Result<std::string> lock = matching_checksums(debs, job);
  if (!lock) return lock;
  for (const std::string& file : list_directory(debs)) {
    const Result<std::string> done = run_client(
        "unpack " + file, {{"dpkg-deb", "--extract", debs + "/" + file, job.folder + "/root"}, {}, {}}, job.stop);
    if (!done) return done;
  }
  if (Status removed = Disk::real().remove(debs); !removed) return removed.error();
  return lock;
}

/// A script that finds its folder when it runs. The folders of libraries come first in the search for libraries.
Result<std::string> apt_command(const ReleaseJob& job) {
  return "#!/bin/sh\nhere=$(readlink -f \"$0\")\nhere=${here%/bin/*}\n"
         "for libraries in \"$here\"/root/usr/lib/*-linux-gnu*; do\n"
         "  [ -d \"$libraries\" ] && export LD_LIBRARY_PATH=\"$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\"\n"
         "done\nexec \"$here/root/" +
         with_major(job.row.program, job.version) + "\" \"$@\"\n";
}

}  // namespace

const ReleaseClient kAptClient = {
    "apt", "apt-get", "Debian, Ubuntu and their relatives have it", true, apt_versions, apt_install, apt_command};

}  // namespace assay::core
