#include "cli/findings/versions.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/text.hpp"
#include "cli/modules.hpp"
#include "cli/output.hpp"
#include "core/campaign/replay.hpp"
#include "core/io/io.hpp"
#include "core/store/store.hpp"
#include "core/target/known_bug.hpp"

namespace assay::cli {
namespace {

using What = core::VersionAnswer::What;

What what_of(core::ReplayOutcome::What what) {
  switch (what) {
    case core::ReplayOutcome::What::StillFails: return What::Wrong;
    case core::ReplayOutcome::What::DoesNotFail: return What::Right;
    case core::ReplayOutcome::What::CannotSay: break;
  }
  return What::CannotSay;
}

/// The configuration in the name of a finding's target: "[seed=7]" of "z3[seed=7]".
std::string configuration_of(const std::string& target) {
  const std::size_t bracket = target.find('[');
  return bracket == std::string::npos ? std::string() : target.substr(bracket);
}

/// The index of the module's target `name` with the finding's configuration, or else without it, or else 0.
std::size_t position_of(const core::Module& module, const std::string& name, const core::Finding& finding) {
  const std::string wanted = name + configuration_of(finding.target);
  for (const std::string& one : {wanted, name})
    for (std::size_t i = 0; i < module.targets().size(); ++i)
      if (module.targets()[i].name == one) return i;
  return 0;
}

/// A module, and the index of its target that runs the finding's case.
struct OpenTarget {
  std::unique_ptr<core::Module> module;
  std::size_t position = 0;
};

/// Adds the releases of a target in the findings' histories to the list, each once, the oldest first.
void add_measured(const std::string& target, const std::vector<core::Finding>& findings,
                  std::vector<std::string>& versions) {
  const auto order = [](const std::string& a, const std::string& b) { return core::compare_versions(a, b); };
  for (const core::Finding& finding : findings)
    for (const core::History& history : finding.histories)
      if (history.target == target && !history.commits)
        for (const core::VersionAnswer& answer : history.answers) versions.push_back(answer.version);
  std::stable_sort(versions.begin(), versions.end(), [&](const auto& a, const auto& b) { return order(a, b) < 0; });
  versions.erase(
      std::unique(versions.begin(), versions.end(), [&](const auto& a, const auto& b) { return order(a, b) == 0; }),
      versions.end());
}

/// Opens the finding's module. `target`: in the syntax of --target; empty: the finding's own target.
Result<OpenTarget> open_target(const core::Finding& finding, const std::string& target) {
  if (target.empty()) {
    auto module = open_module(finding.module, finding.configuration, {}, Purpose::Replay);
    if (!module) return module.error();
    const std::vector<core::TargetInfo>& targets = (*module)->targets();
    const auto own = std::find_if(targets.begin(), targets.end(),
                                  [&](const core::TargetInfo& one) { return one.name == finding.target; });
    if (own == targets.end()) return Error{"the campaign has no target named '" + finding.target + "'", ""};
    return OpenTarget{std::move(*module), static_cast<std::size_t>(own - targets.begin())};
  }
  const auto alone = open_module_on(finding.module, finding.configuration, target, ReplayPeers::None);
  if (!alone) return alone.error();
  const std::string name = (*alone)->targets().front().name;
  const ReplayPeers peers = finding.compared ? ReplayPeers::CampaignTargets : ReplayPeers::None;
  auto module = open_module_on(finding.module, finding.configuration, target, peers);
  if (!module) return module.error();
  const std::size_t position = position_of(**module, name, finding);
  return OpenTarget{std::move(*module), position};
}

Result<std::vector<std::string>> known_versions(const std::string& target, bool install, const std::stop_token& stop) {
  std::vector<std::string> versions;
  if (install) {
    const Result<core::Installable> row = core::installable(target);
    if (!row) return row.error();
    const auto available = core::available_releases(*row, stop);
    if (!available) return available.error();
    for (const core::AvailableVersion& one : *available) versions.push_back(one.version);
    return versions;
  }
  for (const core::InstalledRelease& release : core::installed_releases(target)) versions.push_back(release.version);
  return versions;
}

Result<TargetVersions> selected_versions(const core::ReleaseSpan& span, bool install,
                                         const std::vector<core::Finding>& findings, const std::stop_token& stop) {
  Result<std::vector<std::string>> known = known_versions(span.target, install, stop);
  if (!known) return known.error();
  add_measured(span.target, findings, *known);
  TargetVersions asked{span.target, {}};
  for (const std::string& version : core::versions_in(span, *known))
    asked.versions.push_back({version, span.target + "@" + version});
  if (!asked.versions.empty()) return asked;
  const std::string which = install ? "the registry has: " : "installed: ";
  return Error{"--versions names no version of '" + printable(span.target) + "'",
               which + (known->empty() ? "none" : join(*known, ", ")) +
                   (install ? "" : "; with --install, what the registry has is installed where it is needed")};
}

/// Adds a target to the list. Versions of a target that is in the list are merged, each once.
void add_target(TargetVersions target, std::vector<TargetVersions>& targets) {
  const auto same = std::find_if(targets.begin(), targets.end(),
                                 [&](const TargetVersions& known) { return known.name == target.name; });
  if (same == targets.end()) {
    targets.push_back(std::move(target));
    return;
  }
  std::vector<VersionTarget>& all = same->versions;
  all.insert(all.end(), target.versions.begin(), target.versions.end());
  const auto order = [](const VersionTarget& a, const VersionTarget& b) {
    return core::compare_versions(a.version, b.version);
  };
  std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return order(a, b) < 0; });
  all.erase(std::unique(all.begin(), all.end(), [&](const auto& a, const auto& b) { return order(a, b) == 0; }),
            all.end());
}

constexpr int kFolderLevels = 3;

bool is_campaign(const std::string& folder) { return core::exists(folder + "/campaign.sqlite"); }

/// Adds a campaign's findings. `name` precedes their ids; empty: nothing does.
Status add_campaign(const std::string& folder, const std::string& name, std::vector<core::Finding>& all) {
  const Result<std::unique_ptr<core::Store>> store = core::Store::open(folder);
  if (!store) return store.error();
  Result<core::CampaignRecord> record = (*store)->record();
  if (!record) return record.error();
  for (core::Finding& finding : record->findings) {
    if (!name.empty()) finding.id = name + "/" + finding.id;
    all.push_back(std::move(finding));
  }
  return {};
}

/// Adds the findings of a campaign's folder, of a finding's folder, or of such folders in a folder, at most `levels`
/// down. `name`: the folder's path below the folder that the user gave.
Status add_findings_in(const std::string& folder, const std::string& name, int levels,
                       std::vector<core::Finding>& all) {
  if (core::exists(folder + "/finding.json")) {
    Result<core::Finding> finding = core::load_finding(folder);
    if (!finding) return finding.error();
    all.push_back(std::move(*finding));
    return {};
  }
  if (is_campaign(folder)) return add_campaign(folder, name, all);
  std::vector<std::string> folders;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (levels > 0 && at->is_directory(error) && !at->is_symlink(error)) folders.push_back(at->path().filename());
  std::sort(folders.begin(), folders.end());
  for (const std::string& one : folders) {
    const std::string below = name.empty() ? one : name + "/" + one;
    if (Status read = add_findings_in(folder + "/" + one, below, levels - 1, all); !read) return read;
  }
  return {};
}

}  // namespace

Result<std::vector<TargetVersions>> selected_targets(const VersionFlags& flags,
                                                     const std::vector<core::Finding>& findings,
                                                     const std::stop_token& stop) {
  const auto spans = core::read_release_spans(flags.versions);
  if (!spans) return spans.error();
  std::vector<TargetVersions> targets;
  for (const core::ReleaseSpan& span : *spans) {
    Result<TargetVersions> target = selected_versions(span, flags.install, findings, stop);
    if (!target) return target.error();
    add_target(std::move(*target), targets);
  }
  return targets;
}

Result<core::VersionAnswer> run_on_version(const core::Finding& finding, const VersionTarget& version, unsigned times,
                                           const std::stop_token& stop) {
  const auto cannot_say = [&](const std::string& why) {
    return core::VersionAnswer{version.version, What::CannotSay, why, core::Obstacle::NotAvailable};
  };
  if (stop.stop_requested()) return Error{"interrupted", "what was answered is kept"};
  const Result<OpenTarget> open = open_target(finding, version.target);
  if (!open) return cannot_say(open.error().message);
  const core::ReplayQuestion question{core::Verdict::bug(finding.kind, finding.reason, finding.detail),
                                      finding.compared, times};
  const Result<core::ReplayedTarget> replayed =
      core::replay(*open->module, finding.smallest(), open->position, question, stop);
  if (stop.stop_requested()) return Error{"interrupted", "what was answered is kept"};
  if (!replayed) return cannot_say(replayed.error().message);
  const std::string& own_version = open->module->targets()[open->position].version;
  const What what = what_of(replayed->outcome.what);
  return core::VersionAnswer{version.version.empty() ? own_version : version.version, what,
                             printable(replayed->outcome.text()),
                             what == What::CannotSay ? replayed->outcome.obstacle : core::Obstacle::None, times};
}

Result<core::VersionAnswer> run_on_release(const core::Finding& finding, const VersionTarget& version,
                                           const VersionFlags& flags, const std::stop_token& stop) {
  if (flags.install) {
    const core::ReleaseNews news = [](const std::string& what) { print_err("{} ...\n", what); };
    const Result<core::Installation> installed = core::install_release(version.target, news, stop);
    if (stop.stop_requested()) return Error{"interrupted", "what was answered is kept"};
    if (!installed)
      return core::VersionAnswer{version.version, What::CannotSay, one_line(installed.error().message, 200),
                                 core::Obstacle::NotAvailable};
  }
  return run_on_version(finding, version, flags.times, stop);
}

std::string base_name(const std::string& target) { return target.substr(0, target.find_first_of("@[")); }

Result<std::vector<core::Finding>> chosen_findings(const std::string& directory, const std::vector<std::string>& ids) {
  std::vector<core::Finding> all;
  if (Status read = add_findings_in(directory, "", kFolderLevels, all); !read) return read.error();
  if (all.empty() && !is_campaign(directory)) return core::Store::open(directory).error();
  if (ids.empty()) return all;
  std::vector<core::Finding> chosen;
  for (const std::string& id : ids) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const core::Finding& one) {
      return one.id == id || one.signature.starts_with(id);
    });
    if (found == all.end())
      return Error{"there is no finding '" + printable(id) + "' in " + directory, "`assay findings list` names them"};
    chosen.push_back(*found);
  }
  return chosen;
}

}  // namespace assay::cli
