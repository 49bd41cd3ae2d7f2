#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "assay/base/text.hpp"
#include "assay/core/campaign.hpp"
#include "assay/core/finding.hpp"
#include "assay/core/store.hpp"
#include "modules.hpp"
#include "session.hpp"
#include "terminal.hpp"

namespace assay::cli {
namespace {

struct Flags {
  std::string path;
  std::string index;
  std::vector<std::string> targets;
  bool original = false;
  bool print = false;
  unsigned times = 3;
};

std::string verdict_text(const core::Verdict& verdict) {
  return core::ControlResult::text(verdict) +
         (verdict.is_bug() && !verdict.reason.empty() ? ": " + printable(verdict.reason) : "");
}

void print_case(const core::Case& subject) {
  for (const core::File& file : subject.files) fmt::print("; ---- {}\n{}\n", file.name, file.content);
}

/// Runs the case on the target `only` of the module, or on all; true when it fails on one of them.
bool replay_on(const core::Module& module, const core::Case& subject, const Flags& flags, bool compared,
               const std::string& only, Session& session) {
  const Style style = Style::of(stdout);
  bool fails = false;
  for (std::size_t target = 0; target < module.targets().size(); ++target) {
    const core::TargetInfo& info = module.targets()[target];
    if (!only.empty() && info.name != only) continue;
    fmt::print("{}  {}\n", style.bold(info.name), printable(info.version));
    const Result<std::vector<core::Trial>> trials =
        core::replay(module, subject, target, compared, flags.times, session.stop.get_token());
    if (!trials) {
      session.fail(trials.error());
      return fails;
    }
    std::size_t failed = 0;
    for (const core::Trial& trial : *trials) {
      failed += trial.verdict.is_bug() ? 1 : 0;
      fmt::print("  {:<9} {:.2f} s cpu   {}\n", printable(trial.answer), trial.cpu_seconds,
                 verdict_text(trial.verdict));
      if (trial.verdict.is_bug() && failed == 1) fmt::print("  {}\n", printable(trial.verdict.detail));
    }
    const std::string share = fmt::format("{} of {} runs", failed, trials->size());
    fmt::print("  {}\n", failed > 0 ? style.red("still fails: " + share) : style.green("does not fail: " + share));
    fails = fails || failed > 0;
  }
  return fails;
}

/// Runs the case on the targets that were asked for; true when it fails on one of them.
bool replay_on_named(const std::string& module_name, const std::string& configuration, const core::Case& subject,
                     const Flags& flags, Session& session) {
  bool fails = false;
  for (const std::string& target : flags.targets) {
    const Result<std::unique_ptr<core::Module>> module =
        open_module_on(module_name, configuration, target, Beside::Nothing);
    if (!module) {
      session.fail(module.error());
      return fails;
    }
    fails = replay_on(**module, subject, flags, false, {}, session) || fails;
  }
  return fails;
}

void replay_finding(const core::Finding& finding, const Flags& flags, Session& session) {
  const core::Case& subject = flags.original ? finding.original : finding.smallest();
  if (flags.print) return print_case(subject);
  fmt::print("{}  {} on {} ({})\n", finding.id, core::name(finding.kind), finding.target,
             printable(finding.target_version));
  bool fails = false;
  if (flags.targets.empty()) {
    const Result<std::unique_ptr<core::Module>> module =
        open_module(finding.module, finding.configuration, {}, Purpose::Replay);
    if (!module) return session.fail(module.error());
    fails = replay_on(**module, subject, flags, finding.compared, finding.target, session);
  } else {
    fails = replay_on_named(finding.module, finding.configuration, subject, flags, session);
  }
  if (session.exit_code == kNothingFound && fails) session.exit_code = kFindings;
}

void replay_index(const Flags& flags, Session& session) {
  const std::optional<std::uint64_t> index = parse_unsigned(flags.index);
  if (!index)
    return session.fail({"'" + flags.index + "' is no case index", "write a number, as `assay findings list` shows it"},
                        kUsage);
  const Result<std::unique_ptr<core::Store>> store = core::Store::open(flags.path);
  if (!store) return session.fail(store.error());
  const core::CampaignIdentity& identity = (*store)->identity();
  Result<std::unique_ptr<core::Module>> module =
      open_module(identity.module, identity.configuration, flags.path, Purpose::Generate);
  if (!module) return session.fail(module.error());
  if ((*module)->fingerprint() != identity.fingerprint) {
    return session.fail({"the seeds or the configuration are not those of the campaign",
                         "a case can only be made again from the same seeds"});
  }
  Result<std::unique_ptr<core::Tester>> tester = (*module)->make_tester();
  if (!tester) return session.fail(tester.error());
  const std::variant<core::Case, core::Skip> made = (*tester)->generate(*index);
  if (const auto* skip = std::get_if<core::Skip>(&made)) {
    fmt::print("case {} is not made: {}\n", *index, skip->reason);
    return;
  }
  const core::Case& subject = std::get<core::Case>(made);
  if (flags.print) return print_case(subject);
  const bool fails = flags.targets.empty()
                         ? replay_on(**module, subject, flags, false, {}, session)
                         : replay_on_named(identity.module, identity.configuration, subject, flags, session);
  if (session.exit_code == kNothingFound && fails) session.exit_code = kFindings;
}

}  // namespace

void add_replay(CLI::App& app, Session& session) {
  CLI::App* replay =
      app.add_subcommand("replay", "Run a finding, or any case of a campaign, again and say whether it still fails");
  const auto flags = std::make_shared<Flags>();
  replay->add_option("path", flags->path, "a finding's folder, or a campaign's folder with a case's index")->required();
  replay->add_option("index", flags->index, "a case's index: it is made again from the campaign's seed and seeds");
  replay->add_option("-t,--target", flags->targets,
                     "other targets or versions instead: z3, 'new=/path/z3', a TOML file");
  replay->add_flag("--original", flags->original, "the case as it was found, not the reduced one");
  replay->add_flag("--print", flags->print, "print the case instead of running it");
  replay->add_option("-n,--times", flags->times, "how often")->check(CLI::Range(1U, 1000U))->capture_default_str();
  replay->footer("Exit code: 0 it does not fail, 1 it still fails, 2 usage, 3 environment.");
  replay->callback([flags, &session] {
    if (!flags->index.empty()) return replay_index(*flags, session);
    const Result<core::Finding> finding = core::load_finding(flags->path);
    if (!finding) return session.fail(finding.error());
    replay_finding(*finding, *flags, session);
  });
}

}  // namespace assay::cli
