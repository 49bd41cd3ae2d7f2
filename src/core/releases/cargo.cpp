#include "assay/base/text.hpp"
#include "assay/core/io.hpp"
#include "core/releases/client.hpp"

namespace assay::core {
namespace {

/// Cargo tells the newest version alone.
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

Result<std::string> cargo_install(const ReleaseJob& job) {
  const std::string folder = job.folder + "/" + job.row.name;
  Disk& disk = Disk::real();
  const std::string manifest = "[package]\nname = \"assay-" + job.row.name +
                               "\"\nversion = \"0.0.0\"\nedition = \"2021\"\npublish = false\n\n" + "[dependencies]\n" +
                               job.row.package + " = { version = \"=" + job.version +
                               "\", default-features = false }\n\n[workspace]\n";
  const std::pair<std::string, std::string> files[] = {
      {"Cargo.toml", manifest}, {"src/lib.rs", ""}, {"version", job.version}, {"Cargo.lock", job.lock}};
  if (Status made = disk.make_directory(folder + "/src"); !made) return made.error();
  for (const auto& [name, text] : files) {
    if (name == "Cargo.lock" && text.empty()) continue;
    if (Status written = disk.write_new_file(folder + "/" + name, text); !written) return written.error();
  }
  job.news("building " + job.row.package + " " + job.version + " (some minutes)");
  std::vector<std::string> argv = {
      "cargo", "build", "--quiet", "--manifest-path", folder + "/Cargo.toml", "--target-dir", folder + "/target"};
  if (!job.lock.empty()) argv.emplace_back("--locked");
  if (Result<std::string> built = run_client("build " + job.row.package, {std::move(argv), {}, {}}, job.stop); !built)
    return built;
  return read_text_file(folder + "/Cargo.lock");
}

Result<std::string> cargo_command(const ReleaseJob& job) {
  return std::string(release_driver(job.row.drivers.front()));
}

}  // namespace

const ReleaseClient kCargoClient = {"cargo",      "cargo",        "install Rust from your distribution or with rustup",
                                    false,        cargo_versions, cargo_install,
                                    cargo_command};

}  // namespace assay::core
