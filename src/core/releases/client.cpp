#include "core/releases/client.hpp"

#include <algorithm>
#include <array>

#include "assay/base/check.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/target/scratch.hpp"

namespace assay::core {

namespace {

/// The last four lines that are neither empty nor warnings.
std::string end_of(const std::string& output) {
  constexpr std::size_t kLines = 4;
  std::vector<std::string> lines;
  for (const std::string_view line : split(output, '\n'))
    if (!trim(line).empty() && !line.starts_with("WARNING: ")) lines.emplace_back(trim(line));
  const std::size_t first = lines.size() > kLines ? lines.size() - kLines : 0;
  return printable(join({lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end()}, "\n"));
}

std::string why_it_failed(const ProcessResult& result) {
  if (result.ending == Ending::FailedToStart) return result.message;
  if (result.ending == Ending::Cancelled) return "interrupted";
  if (result.ending == Ending::TimedOut) return "it took longer than an hour";
  const std::string said = end_of(result.err.empty() ? result.out : result.err);
  return said.empty() ? "it " + std::string(name(result.ending)) + " with code " + std::to_string(result.exit_code)
                      : said;
}

}  // namespace

std::span<const ReleaseClient> release_clients() {
  static const std::array all = {kPipClient, kCargoClient, kMavenClient, kAptClient};
  return all;
}

const ReleaseClient* release_client(std::string_view name) {
  for (const ReleaseClient& client : release_clients())
    if (client.name == name) return &client;
  return nullptr;
}

Result<std::string> run_client(const std::string& what, Command command, const std::stop_token& stop) {
  Limits limits;
  limits.wall_seconds = 3600;
  limits.memory_bytes = 0;
  limits.file_bytes = 0;
  limits.output_bytes = std::uint64_t{64} << 20;
  const std::string client = command.argv.front();
  ScratchFolder scratch;
  ProcessResult result = run_in(scratch, std::move(command), "", limits, stop);
  if (result.ending == Ending::Exited && result.exit_code == 0) return std::move(result.out);
  return Error{"cannot " + what + ": " + why_it_failed(result),
               "that is what " + client + " says; nothing was changed. Are the network and the disk in order?"};
}

Result<std::string> matching_checksums(const std::string& folder, const ReleaseJob& job) {
  std::vector<std::string> argv = {"sha256sum", "--"};
  // Pass full paths, because the command runs in a scratch folder, and remove the folder from the output.
  for (const std::string& file : list_directory(folder)) argv.push_back(folder + "/" + file);
  Result<std::string> said = run_client("compute checksums", {std::move(argv), {}, {}}, job.stop);
  if (!said) return said;
  std::string lock = replace_all(std::move(*said), folder + "/", "");
  if (job.lock.empty() || lock == job.lock) return lock;
  return Error{"the files of " + job.row.package + " " + job.version + " differ from those of an earlier installation",
               "the release was changed since: compare the files, or remove its file in 'locks'"};
}

std::string shell_word(const std::string& word) { return "'" + replace_all(word, "'", "'\\''") + "'"; }

std::string_view release_driver(const std::string& name) {
  for (const BuiltinText& file : release_drivers())
    if (file.path.ends_with("/" + name)) return file.text;
  ASSAY_CHECK(false, "the table of releases names a driver that data/drivers does not have: " + name);
}

}  // namespace assay::core
