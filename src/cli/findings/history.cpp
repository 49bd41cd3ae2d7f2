#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "cli/findings/findings_commands.hpp"
#include "cli/findings/history_text.hpp"
#include "cli/findings/parallel_answers.hpp"
#include "cli/findings/versions.hpp"
#include "cli/output.hpp"
#include "core/report/history_page.hpp"

namespace assay::cli {
namespace {

using What = core::VersionAnswer::What;

struct HistoryFlags {
  std::string directory;
  std::vector<std::string> ids;
  std::vector<std::string> versions;
  VersionFlags ask;
  unsigned jobs = 1;
  bool again = false;
  std::string page;
};

/// The run of a finding's case on a release.
struct ReleaseRun {
  core::Finding* finding;
  const std::string* target;
  const VersionTarget* version;
};

/// True if the finding was seen in this target, or in a program of the target's name.
bool is_about(const core::Finding& finding, const std::string& target) {
  if (base_name(finding.target) == target) return true;
  return !finding.target_command.empty() && std::filesystem::path(finding.target_command.front()).filename() == target;
}

/// True if the finding's folder has an answer that needs no other run.
bool is_measured(const core::Finding& finding, const std::string& target, const std::string& version, unsigned times) {
  const core::VersionAnswer* const answer = core::answer_on(finding, target, version);
  if (answer == nullptr || answer->runs < times) return false;
  return answer->what != What::CannotSay ||
         (answer->obstacle != core::Obstacle::None && answer->obstacle != core::Obstacle::NotAvailable);
}

std::vector<ReleaseRun> missing_runs(std::vector<core::Finding>& findings, const std::vector<TargetVersions>& targets,
                                     const HistoryFlags& flags) {
  std::vector<ReleaseRun> runs;
  for (const TargetVersions& target : targets)
    for (const VersionTarget& version : target.versions)
      for (core::Finding& finding : findings)
        if (is_about(finding, target.name) &&
            (flags.again || !is_measured(finding, target.name, version.version, flags.ask.times)))
          runs.push_back({&finding, &target.name, &version});
  return runs;
}

/// Installs a release, if the flags say so. Returns why it cannot be used; empty: it can.
std::string why_not_available(const VersionTarget& version, const VersionFlags& flags, const std::stop_token& stop) {
  if (!flags.install) {
    const Result<core::InstalledRelease> there = core::installed_release(version.target);
    return there ? "" : "not installed";
  }
  const core::ReleaseNews news = [](const std::string& what) { print_err("{} ...\n", what); };
  const Result<core::Installation> installed = core::install_release(version.target, news, stop);
  return installed ? "" : one_line(installed.error().message, 200);
}

/// Removes the runs on releases that are not available, after a message about these. The findings get the answer, but
/// keep an earlier one.
void remove_unavailable(std::vector<ReleaseRun>& runs, const VersionFlags& flags, const std::stop_token& stop) {
  std::map<std::string, std::string> reasons;  // by target; empty: available
  std::vector<std::string> available;
  for (const ReleaseRun& run : runs) {
    if (stop.stop_requested()) return;
    const auto [at, is_new] = reasons.try_emplace(run.version->target);
    if (!is_new) continue;
    at->second = why_not_available(*run.version, flags, stop);
    if (at->second.empty()) available.push_back(run.version->target);
  }
  bool any = false;
  for (const auto& [target, reason] : reasons) {
    if (!reason.empty()) print_err("{} is not available: {}\n", target, reason);
    any = any || !reason.empty();
  }
  if (any) print_err("available: {}\n", available.empty() ? "none" : join(available, ", "));
  std::erase_if(runs, [&](const ReleaseRun& run) {
    const std::string& reason = reasons[run.version->target];
    const std::string& version = run.version->version;
    if (!reason.empty() && core::answer_on(*run.finding, *run.target, version) == nullptr)
      core::add_history(run.finding->histories,
                        {*run.target, {{version, What::CannotSay, reason, core::Obstacle::NotAvailable}}});
    return !reason.empty();
  });
}

/// Makes the runs, and stores each answer in its finding's folder at once. An Error if interrupted.
Status make_runs(const std::vector<ReleaseRun>& runs, const HistoryFlags& flags, const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  ParallelAnswers answers(runs.size(), flags.jobs, [&](std::size_t i) {
    return run_on_version(*runs[i].finding, *runs[i].version, flags.ask.times, stop);
  });
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Result<core::VersionAnswer> answer = answers.wait_for(i);
    // Later runs may have ended before the stop, so their answers are stored, too.
    if (!answer) continue;
    if (Status kept = core::keep_history(*runs[i].finding, {*runs[i].target, {*answer}}); !kept) return kept;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    const auto done = static_cast<double>(i + 1);
    print_err("{}/{}  {:<14} {:<28} {:<14} {}  {} left\n", i + 1, runs.size(), runs[i].version->target,
              printable(runs[i].finding->id), answer->state(), one_line(answer->note, 60),
              clock_text(passed.count() / done * static_cast<double>(runs.size() - i - 1)));
  }
  if (stop.stop_requested()) return Error{"interrupted", "what was measured is kept; run the command again to go on"};
  return {};
}

/// The findings by target. An Error if a target has none.
Result<std::vector<std::vector<const core::Finding*>>> by_target(const std::vector<core::Finding>& findings,
                                                                 const std::vector<TargetVersions>& targets) {
  std::vector<std::vector<const core::Finding*>> all;
  for (const TargetVersions& target : targets) {
    std::vector<const core::Finding*>& own = all.emplace_back();
    for (const core::Finding& finding : findings)
      if (is_about(finding, target.name)) own.push_back(&finding);
    if (!own.empty()) continue;
    std::set<std::string> names;
    for (const core::Finding& finding : findings) names.insert(base_name(finding.target));
    return Error{"no finding is about '" + printable(target.name) + "'",
                 "the findings are about: " + printable(join({names.begin(), names.end()}, ", "))};
  }
  return all;
}

Status write_page(const HistoryFlags& flags, const std::vector<core::TargetHistory>& histories) {
  const std::string path = flags.page.empty() ? flags.directory + "/history.html" : flags.page;
  if (Status written = core::write_text_file(path, core::history_page(histories)); !written) return written;
  print_err("page: {}\n", path);
  return {};
}

void history(HistoryFlags& flags, Session& session) {
  flags.ask.versions = join(flags.versions, ",");
  Result<std::vector<core::Finding>> findings = chosen_findings(flags.directory, flags.ids);
  if (!findings) return session.fail(findings.error(), kUsage);
  if (findings->empty()) return print_out("no findings\n");
  const Listening listening(session);
  const auto targets = selected_targets(flags.ask, *findings, listening.stop());
  if (!targets) return session.fail(targets.error(), kUsage);
  const auto own = by_target(*findings, *targets);
  if (!own) return session.fail(own.error(), kUsage);
  std::vector<ReleaseRun> runs = missing_runs(*findings, *targets, flags);
  remove_unavailable(runs, flags.ask, listening.stop());
  print_err("{} runs to make\n", runs.size());
  const Status made = make_runs(runs, flags, listening.stop());
  std::vector<core::TargetHistory> histories;
  for (std::size_t i = 0; i < targets->size(); ++i) {
    std::vector<std::string> versions;
    for (const VersionTarget& version : (*targets)[i].versions) versions.push_back(version.version);
    histories.push_back(core::target_history((*targets)[i].name, versions, (*own)[i]));
    flags.ask.json ? print_history_json(histories.back()) : print_history_table(histories.back());
  }
  if (const Status written = write_page(flags, histories); !written) return session.fail(written.error());
  if (!made) session.fail(made.error());
}

}  // namespace

void add_findings_history(CLI::App& findings, Session& session) {
  CLI::App* app = findings.add_subcommand(
      "history", "Run all findings on releases: which are wrong, right, slow; writes a page with a row for each cause");
  app->alias("matrix");
  const auto flags = std::make_shared<HistoryFlags>();
  app->add_option("directory", flags->directory,
                  "a campaign's folder, or a folder with campaigns or findings' folders in it")
      ->required();
  app->add_option("id", flags->ids, "findings' ids, or the starts of their signatures (default: all)");
  app->add_option("--versions", flags->versions, "releases, as in z3:4.8.5..latest or z3:all,cvc5:latest; repeatable")
      ->required()
      ->allow_extra_args(false);
  app->add_flag("--install", flags->ask.install,
                "install releases that are not there, and count those of the registry");
  app->add_option("-n,--times", flags->ask.times, "runs of a finding on each release")
      ->check(CLI::Range(1U, 100U))
      ->capture_default_str();
  app->add_option("-j,--jobs", flags->jobs, "runs at a time")->check(CLI::Range(1U, 1024U))->capture_default_str();
  app->add_flag("--again", flags->again, "also repeat the runs whose answers are kept");
  app->add_option("--page", flags->page, "the page's file (default: history.html in the folder)");
  app->add_flag("--json", flags->ask.json, "one JSON object for each cause and target");
  app->footer(
      "Answers are kept in the findings' folders: the next run only makes runs with new releases and new findings. "
      "Ctrl-C keeps all answers until then.\n"
      "Examples:\n"
      "  assay findings history out --versions z3:4.8.5..latest --jobs 8\n"
      "  assay findings history nightly --versions z3:all --versions cvc5:1.1.2..latest --install\n"
      "Exit code: 0 all runs were made, 2 usage, 3 environment, or interrupted.");
  app->callback([flags, &session] { history(*flags, session); });
}

}  // namespace assay::cli
