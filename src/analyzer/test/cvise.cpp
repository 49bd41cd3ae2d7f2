#include "cvise.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/io/io.hpp"
#include "core/proc/proc.hpp"

namespace assay::analyzer {
namespace {

constexpr const char* kFolder = "cvise";
constexpr const char* kTest = "interesting.sh";
constexpr const char* kStart = "start.sh";
constexpr const char* kInput = "input";
/// The share of runs and time that cvise may use. The rest is for the reducer on the syntax tree, which continues with
/// cvise's result.
constexpr double kShare = 0.75;

/// The command that exits with 1 if a fact of the class is broken.
std::vector<std::string> question(const Program& program, const std::string& folder, const std::string& wanted,
                                  const std::string& target, const TestOptions& options) {
  std::vector<std::string> argv = options.checker;
  for (const core::File& file : program.files)
    argv.push_back(&file == &program.files.front() ? file.name : folder + "/" + file.name);
  argv.insert(argv.end(), {"--target", target, "--class", wanted});
  argv.insert(argv.end(), {"--timeout", std::to_string(options.limits.wall_seconds) + "s"});
  argv.insert(argv.end(), {"--run-timeout", std::to_string(options.run_seconds) + "s"});
  if (!options.known.empty()) argv.insert(argv.end(), {"--known", options.known});
  for (const std::string& flag : program.flags) argv.push_back("--flag=" + flag);
  if (!program.input.empty()) argv.insert(argv.end(), {"--input", folder + "/" + kInput});
  argv.emplace_back("--");
  argv.insert(argv.end(), program.arguments.begin(), program.arguments.end());
  return argv;
}

std::string in_folder(const std::string& folder, const std::string& name) {
  return core::shell_quoted({folder + "/" + name});
}

/// A script that stores its process id for the test, and becomes cvise.
std::string start_script(const std::string& folder, const std::string& test, const std::string& file) {
  return "#!/bin/sh\necho $$ > " + in_folder(folder, "pid") + "\nexec " +
         core::shell_quoted({find_cvise(), "--n", "1", "--tidy", test, file}) + "\n";
}

/// A script that counts the tests and keeps the smallest text that passed, because cvise may be killed at any time. It
/// kills cvise when all runs are used, which otherwise goes on for thousands of tests.
std::string test_script(const std::string& folder, const std::string& file, const std::vector<std::string>& argv,
                        std::size_t most) {
  const std::string count = in_folder(folder, "count"), best = in_folder(folder, "best"),
                    name = core::shell_quoted({file});
  return "#!/bin/sh\nprintf x >> " + count + "\n[ \"$(wc -c < " + count + ")\" -le " + std::to_string(most) +
         " ] || { kill $(cat " + in_folder(folder, "pid") + "); exit 1; }\n" + core::shell_quoted(argv) +
         " > /dev/null 2>&1\n[ $? -eq 1 ] || exit 1\n" + "[ \"$(wc -c < " + name + ")\" -lt \"$(wc -c < " + best +
         ")\" ] || exit 0\n" + "cp " + name + " " + best + ".new && mv " + best + ".new " + best + "\nexit 0\n";
}

}  // namespace

std::string find_cvise() { return core::find_program("cvise"); }

std::string reduce_by_cvise(const Program& program, const std::string& wanted, const std::string& target,
                            const TestOptions& options, const Session& session, core::ReductionClock& clock) {
  const core::File& file = program.files.front();
  const core::ReduceBudget rest = clock.rest();
  const std::size_t most = static_cast<std::size_t>(static_cast<double>(rest.max_runs) * kShare);
  if (most == 0) return file.content;
  session.scratch.clear();
  const Result<std::string> scratch = session.scratch.path();
  if (!scratch) return file.content;
  const std::string folder = *scratch + "/" + kFolder;
  const std::string test = folder + "/" + kTest, start = folder + "/" + kStart;
  core::Disk& disk = core::Disk::real();
  const std::string script = test_script(folder, file.name, question(program, folder, wanted, target, options), most);
  bool ready = disk.make_directory(folder).ok() && disk.make_directory(folder + "/tmp").ok() &&
               disk.write_new_file(folder + "/" + kInput, program.input).ok() &&
               disk.write_new_file(folder + "/best", file.content).ok() && disk.write_new_file(test, script).ok() &&
               disk.make_executable(test).ok() &&
               disk.write_new_file(start, start_script(folder, test, file.name)).ok() &&
               disk.make_executable(start).ok();
  for (const core::File& one : program.files)
    ready = ready && disk.write_new_file(folder + "/" + one.name, one.content).ok();
  if (!ready) return file.content;
  core::Limits limits = options.limits;
  limits.cpu_seconds = rest.max_seconds * kShare;
  limits.wall_seconds = limits.cpu_seconds * core::kMaxWallPerCpu;
  (void)core::run_process({{start}, {{"TMPDIR", folder + "/tmp"}}, folder}, {}, limits, rest.stop);
  const Result<std::string> best = core::read_text_file(folder + "/best");
  const Result<std::string> count = core::read_text_file(folder + "/count");
  for (std::size_t asked = count ? std::min(count->size(), most) : 0; asked > 0 && clock.take(); --asked) continue;
  session.scratch.clear();
  return best ? *best : file.content;
}

}  // namespace assay::analyzer
