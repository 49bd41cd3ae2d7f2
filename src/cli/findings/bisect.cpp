#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "cli/findings/checkout.hpp"
#include "cli/findings/findings_commands.hpp"
#include "cli/findings/versions.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "core/report/report.hpp"
#include "core/target/known_bug.hpp"

namespace assay::cli {
namespace {

using What = core::VersionAnswer::What;

struct BisectFlags {
  std::string directory;
  std::string id;
  VersionFlags ask;
  std::string command;
  std::string checkout = ".";
  std::string commits;
  std::string target;
  std::string build_time = "1h";
};

void print_answer(const core::VersionAnswer& answer, const std::string& shown) {
  const Style style = Style::of(stderr);
  const std::string what = fmt::format("{:<10}", core::name(answer.what));
  print_err("{:<24} {}  {}\n", shown, answer.what == What::Wrong ? style.red(what) : what, one_line(answer.note, 100));
}

/// Runs a binary search, and stores the answers in the order of the versions.
class Search {
 public:
  Search(std::string target, bool commits, std::size_t count)
      : answers_(count), target_(std::move(target)), commits_(commits) {}

  template <typename Ask>
  Status run(std::optional<std::size_t> bad, const Ask& ask) {
    return core::bisect(answers_.size(), bad, [&](std::size_t version) -> Result<What> {
      Result<core::VersionAnswer> answer = ask(version);
      if (!answer) return answer.error();
      answers_[version] = std::move(*answer);
      return answers_[version]->what;
    });
  }

  [[nodiscard]] core::History history() const {
    core::History history{target_, {}, commits_};
    for (const auto& answer : answers_)
      if (answer) history.answers.push_back(*answer);
    return history;
  }

 private:
  std::vector<std::optional<core::VersionAnswer>> answers_;
  std::string target_;
  bool commits_;
};

/// Stores and prints the history. `searched`: the error that ended the search, if any.
void finish(core::Finding& finding, const core::History& history, const Status& searched, bool json, Session& session) {
  if (const Status kept = core::keep_history(finding, history); !kept) return session.fail(kept.error());
  const core::FailureSpan range = core::failure_span(history);
  const auto version = [&](std::optional<std::size_t> at) {
    return at ? nlohmann::ordered_json(history.answers[*at].version) : nlohmann::ordered_json();
  };
  if (json) {
    const nlohmann::ordered_json line = {{"format", core::kJsonFormat},
                                         {"finding", finding.id},
                                         {"target", history.target},
                                         {"last-good", version(range.last_good)},
                                         {"first-bad", version(range.first_bad)},
                                         {"last-bad", version(range.last_bad)},
                                         {"fixed-in", version(range.gone_in)},
                                         {"asked", history.answers.size()},
                                         {"in-words", core::since_text(history)}};
    print_out("{}\n", line.dump());
  } else {
    print_out("{}\n", core::since_text(history));
  }
  if (!searched) return session.fail(searched.error());
  if (!range.first_bad) session.exit_code = kEnvironment;
}

/// The index of the version in which the finding was found. Nullopt if it is not among the target's versions.
std::optional<std::size_t> version_of(const core::Finding& finding, const TargetVersions& target) {
  const std::string_view number = core::version_number(finding.target_version);
  for (std::size_t i = 0; i < target.versions.size(); ++i)
    if (!number.empty() && core::compare_versions(target.versions[i].version, number) == 0) return i;
  return std::nullopt;
}

void bisect_releases(core::Finding& finding, const BisectFlags& flags, Session& session) {
  const Listening listening(session);
  const Result<std::vector<TargetVersions>> targets = selected_targets(flags.ask, {}, listening.stop());
  if (!targets) return session.fail(targets.error(), kUsage);
  if (targets->size() != 1)
    return session.fail({"a bisection is about one target", "`assay findings history` asks about several"}, kUsage);
  const TargetVersions& target = targets->front();
  Search search(target.name, false, target.versions.size());
  const Status searched = search.run(version_of(finding, target), [&](std::size_t version) {
    Result<core::VersionAnswer> answer = run_on_release(finding, target.versions[version], flags.ask, listening.stop());
    if (answer) print_answer(*answer, target.versions[version].target);
    return answer;
  });
  finish(finding, search.history(), searched, flags.ask.json, session);
}

/// The target to run at each commit: the target of the flags, or else the finding's own target.
std::string target_text(const core::Finding& finding, const BisectFlags& flags) {
  if (!flags.target.empty()) return flags.target;
  return finding.target + "=" + join(finding.target_command, " ");
}

void bisect_commits(core::Finding& finding, const BisectFlags& flags, Session& session) {
  const std::size_t dots = flags.commits.find("..");
  if (dots == std::string::npos)
    return session.fail({"'" + flags.commits + "' is no range of commits", "write --commits OLD..NEW"}, kUsage);
  const std::optional<double> seconds = core::parse_duration(flags.build_time);
  if (!seconds)
    return session.fail({"'" + flags.build_time + "' is no time", "write it as in 90s, 10m or 1h30m"}, kUsage);
  const Listening listening(session);
  Result<Checkout> checkout = Checkout::open(flags.checkout);
  if (!checkout) return session.fail(checkout.error(), kUsage);
  const auto commits = checkout->commits(flags.commits.substr(0, dots), flags.commits.substr(dots + 2));
  if (!commits) return session.fail(commits.error(), kUsage);
  Search search(finding.target, true, commits->size());
  const Status searched = search.run(std::nullopt, [&](std::size_t index) -> Result<core::VersionAnswer> {
    const std::string& commit = (*commits)[index];
    const Status built = checkout->build(commit, flags.command, *seconds, listening.stop());
    if (listening.stop().stop_requested()) return Error{"interrupted", "what was answered is kept"};
    Result<core::VersionAnswer> answer =
        built ? run_on_version(finding, {commit, target_text(finding, flags)}, flags.ask.times, listening.stop())
              : Result<core::VersionAnswer>(core::VersionAnswer{commit, What::CannotSay, built.error().message});
    if (answer) print_answer(*answer, checkout->describe(commit));
    return answer;
  });
  finish(finding, search.history(), searched, flags.ask.json, session);
}

void bisect(const BisectFlags& flags, Session& session) {
  Result<std::vector<core::Finding>> findings = chosen_findings(flags.directory, {flags.id});
  if (!findings) return session.fail(findings.error(), kUsage);
  core::Finding& finding = findings->front();
  if (flags.command.empty() == flags.ask.versions.empty())
    return session.fail({"a bisection needs either --versions or --command with --commits", "see --help"}, kUsage);
  flags.command.empty() ? bisect_releases(finding, flags, session) : bisect_commits(finding, flags, session);
}

}  // namespace

void add_findings_bisect(CLI::App& findings, Session& session) {
  CLI::App* app =
      findings.add_subcommand("bisect", "Find the first version that fails, and the first that fails no more");
  const auto flags = std::make_shared<BisectFlags>();
  app->add_option("directory", flags->directory, "the campaign's folder")->required();
  app->add_option("id", flags->id, "the finding's id, or the start of its signature")->required();
  app->add_option("--versions", flags->ask.versions, "releases, as in z3:all or z3:4.8.5..latest")->group("Releases");
  app->add_flag("--install", flags->ask.install, "count the releases that the registry has; those asked are installed")
      ->group("Releases");
  app->add_option("--command", flags->command, "builds a commit, as in 'build.sh {commit}'; run in the checkout")
      ->group("Commits");
  app->add_option("--commits", flags->commits, "OLD..NEW, both of them included")->group("Commits");
  app->add_option("--checkout", flags->checkout, "the git checkout")->group("Commits")->capture_default_str();
  app->add_option("-t,--target", flags->target,
                  "what was built, as in 'mine=build/solver' (default: the finding's own)")
      ->group("Commits");
  app->add_option("--build-time", flags->build_time, "limit of one build")->group("Commits")->capture_default_str();
  app->add_option("-n,--times", flags->ask.times, "runs on each version")
      ->check(CLI::Range(1U, 100U))
      ->capture_default_str();
  app->add_flag("--json", flags->ask.json, "the result as one JSON object");
  app->footer(
      "A version that crashes in another way, times out or lacks an operator gives no answer; its neighbours are "
      "asked instead, as `git bisect skip` does.\n"
      "Examples:\n"
      "  assay findings bisect out z3-4711 --versions z3:4.8.5..latest --install\n"
      "  assay findings bisect out mine-17 --command 'build.sh {commit}' --checkout ~/solver --commits v1.0..main\n"
      "Exit code: 0 a failing version was found, 2 usage, 3 environment, or no version fails.");
  app->callback([flags, &session] { bisect(*flags, session); });
}

}  // namespace assay::cli
