#include "cli/findings/checkout.hpp"

#include <filesystem>
#include <utility>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "core/io/io.hpp"
#include "core/proc/proc.hpp"

namespace assay::cli {
namespace {

/// The last 300 bytes of the process's error output or output, or else its ending.
std::string end_of_output(const core::ProcessResult& result) {
  if (result.ending == core::Ending::FailedToStart) return result.message;
  const std::string_view said = trim(result.err.empty() ? result.out : result.err);
  if (said.empty()) return std::string(core::name(result.ending)) + ", exit code " + std::to_string(result.exit_code);
  return one_line(said.substr(said.size() > 300 ? said.size() - 300 : 0), 300);
}

core::Limits limits_of(double seconds) {
  core::Limits limits;
  limits.wall_seconds = seconds;
  limits.memory_bytes = 0;
  limits.file_bytes = 0;
  limits.output_bytes = std::uint64_t{64} << 20;
  return limits;
}

}  // namespace

Result<std::string> Checkout::git(const std::vector<std::string>& words) const {
  std::vector<std::string> argv = {"git", "-C", folder_};
  argv.insert(argv.end(), words.begin(), words.end());
  core::ProcessResult result = core::run_process({std::move(argv), {}, {}}, "", limits_of(600));
  if (result.ending == core::Ending::Exited && result.exit_code == 0) return std::string(trim(result.out));
  return Error{"git " + words.front() + " in " + folder_ + ": " + end_of_output(result), ""};
}

Result<Checkout> Checkout::open(const std::string& folder) {
  Checkout checkout(core::absolute_path(folder), {});
  const Result<std::string> changes = checkout.git({"status", "--porcelain", "--untracked-files=no"});
  if (!changes) return Error{changes.error().message, "--checkout names a git checkout of the target"};
  if (!changes->empty())
    return Error{folder + " has changes that are not committed",
                 "commit or stash them: other commits are checked out there"};
  Result<std::string> branch = checkout.git({"symbolic-ref", "--quiet", "--short", "HEAD"});
  if (!branch) branch = checkout.git({"rev-parse", "HEAD"});
  if (!branch) return branch.error();
  checkout.was_at_ = std::move(*branch);
  return checkout;
}

Checkout::Checkout(Checkout&& other) noexcept
    : folder_(std::move(other.folder_)),
      was_at_(std::exchange(other.was_at_, {})),
      moved_(std::exchange(other.moved_, false)) {}

Checkout::~Checkout() {
  // If a build changed tracked files, git refuses, and the checkout stays for the user to inspect.
  if (moved_) static_cast<void>(git({"checkout", "--quiet", was_at_}));
}

Result<std::vector<std::string>> Checkout::commits(const std::string& first, const std::string& last) const {
  const Result<std::string> from = git({"rev-parse", "--verify", "--quiet", "--end-of-options", first + "^{commit}"});
  const Result<std::string> to = git({"rev-parse", "--verify", "--quiet", "--end-of-options", last + "^{commit}"});
  if (!from || !to)
    return Error{"'" + (from ? last : first) + "' names no commit of " + folder_, "write --commits GOOD..BAD"};
  const Result<std::string> listed = git({"rev-list", "--reverse", "--first-parent", *from + ".." + *to});
  if (!listed) return listed.error();
  std::vector<std::string> all = {*from};
  for (const std::string_view commit : split(*listed, '\n'))
    if (!commit.empty()) all.emplace_back(commit);
  return all;
}

Status Checkout::build(const std::string& commit, const std::string& command, double seconds,
                       const std::stop_token& stop) {
  moved_ = true;
  if (Result<std::string> done = git({"checkout", "--quiet", "--detach", commit}); !done) return done.error();
  std::vector<std::string> argv;
  for (const std::string_view word : split(command, ' ')) {
    if (word.empty()) continue;
    argv.push_back(replace_all(std::string(word), "{commit}", commit));
  }
  if (argv.empty()) return Error{"--command is empty", "name the program that builds a commit"};
  // A relative path, and the name of a file in the checkout, are relative to the checkout.
  if (argv[0].find('/') != std::string::npos && argv[0][0] != '/') argv[0] = folder_ + "/" + argv[0];
  if (argv[0].find('/') == std::string::npos && core::exists(folder_ + "/" + argv[0]))
    argv[0] = folder_ + "/" + argv[0];
  const core::ProcessResult result = core::run_process({std::move(argv), {}, folder_}, "", limits_of(seconds), stop);
  if (result.ending == core::Ending::Exited && result.exit_code == 0) return {};
  return Error{"not built: " + end_of_output(result), ""};
}

std::string Checkout::describe(const std::string& commit) const {
  const Result<std::string> line = git({"log", "-1", "--format=%h %s", commit});
  return line ? one_line(*line, 70) : commit;
}

}  // namespace assay::cli
