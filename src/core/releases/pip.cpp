#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/releases/client.hpp"

namespace assay::core {
namespace {

/// The path of python3 itself, not of a wrapper script, because a release works only with the interpreter that
/// installed it.
Result<std::string> interpreter(const std::stop_token& stop) {
  Result<std::string> said = run_client("find out which Python this is",
                                        {{"python3", "-c", "import sys; print(sys.executable)"}, {}, {}}, stop);
  if (!said) return said;
  return std::string(trim(*said));
}

Result<std::string> pip(const std::string& what, const std::vector<std::string>& words, const std::stop_token& stop) {
  const Result<std::string> python = interpreter(stop);
  if (!python) return python;
  std::vector<std::string> argv = {*python, "-m", "pip", "--no-input", "--disable-pip-version-check"};
  argv.insert(argv.end(), words.begin(), words.end());
  return run_client(what, {std::move(argv), {{"PIP_ROOT_USER_ACTION", "ignore"}, {"PYTHONWARNINGS", "ignore"}}, {}},
                    stop);
}

/// The versions in pip's "Available versions: 5.4.0.0, 4.16.0.0".
Result<std::vector<std::string>> pip_versions(const Installable& row, const std::stop_token& stop) {
  constexpr std::string_view kHeading = "Available versions:";
  const Result<std::string> said =
      pip("ask for the versions of " + row.package, {"index", "versions", "--only-binary=:all:", row.package}, stop);
  if (!said) return said.error();
  std::vector<std::string> versions;
  for (const std::string_view line : split(*said, '\n')) {
    if (!line.starts_with(kHeading)) continue;
    for (const std::string_view version : split(line.substr(kHeading.size()), ','))
      if (!trim(version).empty()) versions.emplace_back(trim(version));
  }
  return versions;
}

/// The requirements file of the wheels, with the exact version and hash of each.
Result<std::string> pip_lock(const std::string& wheels, const std::stop_token& stop) {
  std::string lock;
  for (const std::string& file : list_directory(wheels)) {
    const std::vector<std::string_view> parts = split(file, '-');
    if (parts.size() < 3 || !file.ends_with(".whl"))
      return Error{"pip downloaded " + file + ", which is no wheel", "the package has no build for this machine"};
    const Result<std::string> said = pip("hash " + file, {"hash", "--algorithm", "sha256", wheels + "/" + file}, stop);
    if (!said) return said;
    const std::size_t hash = said->find("--hash=sha256:");
    if (hash == std::string::npos) return Error{"pip gave no checksum of " + file, "it said: " + printable(*said)};
    lock += std::string(parts[0]) + "==" + std::string(parts[1]) + " " + std::string(trim(said->substr(hash))) + "\n";
  }
  return lock;
}

/// Removes the parts of the package that the command does not need: a user may have fifty versions installed.
Status remove_unneeded_parts(const ReleaseJob& job) {
  const std::string site = job.folder + "/site";
  for (const std::string& name : list_directory(site)) {
    if (job.row.keep.empty() || std::find(job.row.keep.begin(), job.row.keep.end(), name) != job.row.keep.end())
      continue;
    if (Status removed = Disk::real().remove(site + "/" + name); !removed) return removed;
  }
  return {};
}

Result<std::string> pip_install(const ReleaseJob& job) {
  const std::string package = job.row.package + " " + job.version;
  const std::string wheels = job.folder + "/wheels";
  const std::string lock_file = job.folder + "/lock.txt";
  std::vector<std::string> download = {"download", "--quiet", "--only-binary=:all:", "--dest", wheels};
  if (job.lock.empty()) {
    if (!job.row.dependencies) download.emplace_back("--no-deps");
    download.push_back(job.row.package + "==" + job.version);
  } else {
    if (Status written = Disk::real().write_new_file(lock_file, job.lock); !written) return written.error();
    download.insert(download.end(), {"--no-deps", "--require-hashes", "--requirement", lock_file});
  }
  job.news("downloading " + package);
  if (Result<std::string> done = pip("download " + package, download, job.stop); !done) return done;
  Result<std::string> lock = job.lock.empty() ? pip_lock(wheels, job.stop) : Result<std::string>(job.lock);
  if (!lock) return lock;
  if (Status written = Disk::real().write_new_file(lock_file, *lock); !written) return written.error();
  job.news("installing " + package);
  Result<std::string> done =
      pip("install " + package,
          {"install", "--quiet", "--no-index", "--no-deps", "--find-links", wheels, "--require-hashes", "--requirement",
           lock_file, "--target", job.folder + "/site", "--no-warn-script-location"},
          job.stop);
  if (!done) return done;
  if (Status removed = Disk::real().remove(wheels); !removed) return removed.error();
  if (Status kept = remove_unneeded_parts(job); !kept) return kept.error();
  return lock;
}

Status write_drivers(const ReleaseJob& job) {
  const std::string folder = job.folder + "/driver";
  if (Status made = Disk::real().make_directory(folder); !made) return made;
  for (const std::string& driver : job.row.drivers)
    if (Status written = Disk::real().write_new_file(folder + "/" + driver, release_driver(driver)); !written)
      return written;
  return {};
}

/// A script that finds its folder when it runs, because the release's folder is renamed after the installation and may
/// be linked to.
Result<std::string> pip_command(const ReleaseJob& job) {
  std::string script = "#!/bin/sh\nhere=$(readlink -f \"$0\")\nhere=${here%/bin/*}\n";
  if (!job.row.program.empty()) return script + "exec \"$here/site/" + job.row.program + "\" \"$@\"\n";
  const Result<std::string> python = interpreter(job.stop);
  if (!python) return python;
  if (Status written = write_drivers(job); !written) return written.error();
  script += "PYTHONPATH=$here/site PYTHONNOUSERSITE=1 PYTHONSAFEPATH= exec " + shell_word(*python);
  script += job.row.module.empty() ? " \"$here/driver/" + job.row.drivers.front() + "\"" : " -m " + job.row.module;
  return script + " \"$@\"\n";
}

}  // namespace

const ReleaseClient kPipClient = {"pip",       "python3",  "apt-get install python3 python3-pip", true, pip_versions,
                                  pip_install, pip_command};

}  // namespace assay::core
