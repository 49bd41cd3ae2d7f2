#include "domain_targets.hpp"

#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "core/target/ending.hpp"
#include "core/target/scratch.hpp"
#include "core/target/version.hpp"
#include "domain/worker/worker.hpp"

namespace assay::domain {
namespace {

Result<std::vector<std::string>> worker_argv(const std::vector<std::string>& load) {
  std::vector<std::string> argv = {core::find_hidden_program("assay-domain-worker")};
  if (argv[0].empty()) return Error{"the program assay-domain-worker is not beside assay", "build or install it again"};
  for (const std::string& path : load) {
    argv.emplace_back("--load");
    argv.push_back(core::anchored(path));
  }
  return argv;
}

core::ProcessResult asked(std::vector<std::string> argv, const std::vector<std::string>& more) {
  argv.insert(argv.end(), more.begin(), more.end());
  return core::ask_target(std::move(argv));
}

std::string why(const core::ProcessResult& result) {
  const std::string said(trim(result.out.empty() ? result.err : result.out));
  const core::TargetEnd end = core::classify(result);
  if (end.kind == core::TargetEnd::Kind::Crashed)
    return "the worker was killed by signal " + std::to_string(result.signal);
  if (end.kind == core::TargetEnd::Kind::Limited) return std::string(end.skip_reason());
  return said.empty() ? result.message : said;
}

/// Shares of --timeout after which a worker skips the remaining steps of a program. The step that is running may take
/// the rest of the limit. Tracing workers are slower and must reach the same step, so their share is larger.
constexpr double kShareOfCase = 0.25;
constexpr double kShareAlone = 0.5;

std::string milliseconds(const core::Limits& limits, double share) {
  constexpr double kMilliseconds = 1000;
  return std::to_string(static_cast<std::uint64_t>(std::ceil(share * limits.wall_seconds * kMilliseconds)));
}

}  // namespace

Result<std::vector<std::string>> domain_names(const std::vector<std::string>& load) {
  const auto argv = worker_argv(load);
  if (!argv) return argv.error();
  const core::ProcessResult result = asked(*argv, {"--list"});
  if (result.ending != core::Ending::Exited || result.exit_code != 0)
    return Error{"the domains cannot be listed: " + why(result), ""};
  std::vector<std::string> names;
  for (const std::string_view line : split(result.out, '\n'))
    if (!line.empty()) names.emplace_back(line);
  return names;
}

Result<std::string> domain_version(const std::string& target) {
  TestOptions options;
  options.targets = {target};
  const Result<std::vector<DomainTarget>> targets = resolve_targets(options);
  if (!targets) return targets.error();
  return targets->front().description->contract.version;
}

Result<Exhausted> test_all(const std::string& target, const std::vector<std::string>& load, const core::Limits& limits,
                           const std::stop_token& stop) {
  auto argv = worker_argv(load);
  if (!argv) return argv.error();
  argv->insert(argv->end(), {"--exhaustive", target});
  core::ScratchFolder scratch;
  const core::ProcessResult result = core::run_in(scratch, {std::move(*argv), {}, {}}, "", limits, stop);
  Exhausted all;
  std::string last;
  for (const std::string_view line : split(result.out, '\n')) {
    if (line.starts_with("step ")) {
      last = line.substr(5);
    } else {
      all.text += std::string(line) + "\n";
    }
  }
  const bool ended = result.ending == core::Ending::Exited && (result.exit_code == 0 || result.exit_code == 1);
  all.right = result.exit_code == 0;
  if (ended) return all;
  std::string problem = "target '" + target + "'";
  if (!last.empty()) problem += " in " + last;
  const core::TargetEnd end = core::classify(result);
  switch (end.kind) {
    case core::TargetEnd::Kind::Ended:
      problem += ": " + std::string(trim(all.text.empty() ? result.err : all.text));
      break;
    case core::TargetEnd::Kind::Crashed: problem += ": signal " + std::to_string(result.signal); break;
    case core::TargetEnd::Kind::Missing: problem += ": " + end.message; break;
    case core::TargetEnd::Kind::Limited:
    case core::TargetEnd::Kind::Cancelled: problem += ": " + std::string(end.skip_reason()); break;
  }
  return Error{problem, ""};
}

Result<std::vector<DomainTarget>> resolve_targets(const TestOptions& options) {
  const auto argv = worker_argv(options.load);
  if (!argv) return argv.error();
  std::vector<DomainTarget> targets;
  for (const std::string& name : options.targets) {
    const core::ProcessResult result = asked(*argv, {"--describe", name});
    if (result.ending != core::Ending::Exited || result.exit_code != 0)
      return Error{"target '" + name + "': " + why(result), "`assay domain targets` lists those that are there"};
    Result<Description> description = description_from_json(trim(result.out));
    if (!description) return description.error();
    DomainTarget target{name,  *argv, *argv, *argv,
                        *argv, *argv, *argv, std::make_shared<const Description>(std::move(*description))};
    target.argv.insert(target.argv.end(), {std::string(kCaseLimit), milliseconds(options.limits, kShareOfCase), name});
    target.reproduction.insert(target.reproduction.end(), {"--reproduce", name});
    target.crash_reproduction.insert(target.crash_reproduction.end(), {"--reproduce-crash", name});
    target.trace.insert(target.trace.end(),
                        {std::string(kCaseLimit), milliseconds(options.limits, kShareAlone), "--trace", name});
    target.show.insert(target.show.end(), {"--show", name});
    target.exports.insert(target.exports.end(), {"--export", name});
    targets.push_back(std::move(target));
  }
  return targets;
}

}  // namespace assay::domain
