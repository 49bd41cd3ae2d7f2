#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/releases/client.hpp"
#include "core/target/known_bug.hpp"

namespace assay::core {
namespace {

/// Cargo shows only the newest version.
Result<std::vector<std::string>> cargo_versions(const Installable& row, const std::stop_token& stop) {
  const Result<std::string> said =
      run_client("ask for the versions of " + row.package, {{"cargo", "info", "--quiet", row.package}, {}, {}}, stop);
  if (!said) return said.error();
  std::vector<std::string> versions;
  constexpr std::string_view kKey = "version:";
  for (const std::string_view line : split(*said, '\n')) {
    if (!line.starts_with(kKey)) continue;
    const std::string_view rest = trim(line.substr(kKey.size()));
    versions.emplace_back(rest.substr(0, rest.find(' ')));
  }
  versions.push_back(row.tried);
  return versions;
}

/// The crates of the package's family ("ascent_macro" of "ascent") that the lock file has in a version later than
/// `version`. Only crates of one release are sure to fit each other, even if their requirements permit others.
std::vector<std::string> later_crates(std::string_view lock, const std::string& package, const std::string& version) {
  std::vector<std::string> later;
  std::string name;
  for (const std::string_view line : split(lock, '\n')) {
    const std::string_view value = line.ends_with('"') ? line.substr(0, line.size() - 1) : line;
    constexpr std::string_view kName = "name = \"";
    constexpr std::string_view kVersion = "version = \"";
    if (value.starts_with(kName)) name = value.substr(kName.size());
    if (value.starts_with(kVersion) && name.starts_with(package + "_") &&
        compare_versions(value.substr(kVersion.size()), version) > 0)
      later.push_back(name);
  }
  return later;
}

/// Writes the lock file: crates of the package's family in the package's version, if it exists, others as new as
/// possible.
Status lock_versions(const ReleaseJob& job, const std::string& manifest, const std::string& lock) {
  const std::string what = "choose the dependencies of " + job.row.package;
  const auto cargo = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--quiet", "--manifest-path", manifest});
    return run_client(what, {std::move(words), {}, {}}, job.stop);
  };
  if (Result<std::string> made = cargo({"cargo", "generate-lockfile"}); !made) return made.error();
  const Result<std::string> text = read_text_file(lock);
  if (!text) return text.error();
  for (const std::string& name : later_crates(*text, job.row.package, job.version))
    (void)cargo({"cargo", "update", "--package", name, "--precise", job.version});  // there may be no such version
  return {};
}

/// Whether the driver is the program that is compiled. Otherwise it compiles programs when it runs.
bool is_program(const Installable& row) { return row.drivers.front().ends_with(".rs"); }

Result<std::string> cargo_install(const ReleaseJob& job) {
  const std::string folder = job.folder + "/" + job.row.name;
  Disk& disk = Disk::real();
  const std::string manifest = "[package]\nname = \"assay-" + job.row.name + "\"\nversion = \"" + job.version +
                               "\"\nedition = \"2021\"\npublish = false\n\n[dependencies]\n" + job.row.package +
                               " = { version = \"=" + job.version +
                               "\", default-features = " + (job.row.default_features ? "true" : "false") +
                               " }\n\n[profile.dev]\ndebug = 0\n\n[workspace]\n";
  const std::string driver(release_driver(job.row.drivers.front()));
  const std::pair<std::string, std::string> source =
      is_program(job.row) ? std::pair("src/main.rs", driver) : std::pair("src/lib.rs", "");
  const std::pair<std::string, std::string> files[] = {
      {"Cargo.toml", manifest}, source, {"version", job.version}, {"Cargo.lock", job.lock}};
  if (Status made = disk.make_directory(folder + "/src"); !made) return made.error();
  for (const auto& [name, text] : files) {
    if (name == "Cargo.lock" && text.empty()) continue;
    if (Status written = disk.write_new_file(folder + "/" + name, text); !written) return written.error();
  }
  const std::string manifest_file = folder + "/Cargo.toml";
  const std::string lock_file = folder + "/Cargo.lock";
  if (job.lock.empty())
    if (Status locked = lock_versions(job, manifest_file, lock_file); !locked) return locked.error();
  job.news("building " + job.row.package + " " + job.version + " (some minutes)");
  std::vector<std::string> argv = {"cargo",           "build",       "--quiet",      "--locked",
                                   "--manifest-path", manifest_file, "--target-dir", folder + "/target"};
  if (Result<std::string> built = run_client("build " + job.row.package, {std::move(argv), {}, {}}, job.stop); !built)
    return built;
  if (is_program(job.row))  // the program needs none of the compiled crates
    for (const char* part : {"deps", "build", ".fingerprint"})
      if (Status removed = disk.remove(folder + "/target/debug/" + part); !removed) return removed.error();
  return read_text_file(lock_file);
}

Result<std::string> cargo_command(const ReleaseJob& job) {
  if (is_program(job.row))
    return "#!/bin/sh\nhere=$(readlink -f \"$0\")\nexec \"${here%/bin/*}/" + job.row.name + "/target/debug/assay-" +
           job.row.name + "\" \"$@\"\n";
  return std::string(release_driver(job.row.drivers.front()));
}

}  // namespace

const ReleaseClient kCargoClient = {"cargo",      "cargo",        "install Rust from your distribution or with rustup",
                                    false,        cargo_versions, cargo_install,
                                    cargo_command};

}  // namespace assay::core
