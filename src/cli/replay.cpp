#include "core/campaign/replay.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "cli_session.hpp"
#include "core/campaign/observer.hpp"
#include "core/finding/finding.hpp"
#include "core/store/store.hpp"
#include "modules.hpp"
#include "output.hpp"
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
  std::string text = core::ControlResult::text(verdict);
  if (verdict.outcome == core::Verdict::Outcome::Skip || verdict.reason.empty()) return text;
  return text + (verdict.is_bug() ? ": " : ", but ") + printable(verdict.reason);
}

void print_case(const core::Case& subject) {
  for (const core::File& file : subject.files) print_out("; ---- {}\n{}\n", file.name, file.content);
}

/// Prints the results of a replay and computes its exit code: a failure takes precedence over runs without a judgement.
class ReplayResult {
 public:
  /// Prints and records the result of one target.
  void add(const core::TargetInfo& target, const core::ReplayedTarget& replayed) {
    const Style style = Style::of(stdout);
    print_out("{}  {}\n", style.bold(target.name), printable(target.version));
    bool detailed = false;
    for (const core::Trial& trial : replayed.trials) {
      print_out("  {:<9} {:.2f} s cpu   {}\n", printable(trial.answer), trial.cpu_seconds, verdict_text(trial.verdict));
      if (trial.verdict.is_bug() && !detailed) print_out("  {}\n", printable(trial.verdict.detail));
      detailed = detailed || trial.verdict.is_bug();
    }
    const core::ReplayOutcome& outcome = replayed.outcome;
    const std::string share = printable(outcome.text());
    switch (outcome.what) {
      case core::ReplayOutcome::What::StillFails: print_out("  {}\n", style.red("still fails: " + share)); break;
      case core::ReplayOutcome::What::DoesNotFail: print_out("  {}\n", style.green("does not fail: " + share)); break;
      case core::ReplayOutcome::What::CannotSay: print_out("  {}\n", style.yellow("cannot say: " + share)); break;
    }
    if (outcome.what == core::ReplayOutcome::What::DoesNotFail) print_checked(replayed.trials);
    fails_ = fails_ || outcome.what == core::ReplayOutcome::What::StillFails;
    unknown_ = unknown_ || outcome.what == core::ReplayOutcome::What::CannotSay;
    any_ = true;
  }

  [[nodiscard]] bool any() const { return any_; }
  [[nodiscard]] int exit_code() const { return fails_ ? kFindings : unknown_ ? kEnvironment : kNothingFound; }

 private:
  /// Prints what a pass has checked and not checked.
  static void print_checked(const std::vector<core::Trial>& trials) {
    const auto passed = std::find_if(trials.begin(), trials.end(),
                                     [](const core::Trial& trial) { return trial.verdict.row != nullptr; });
    if (passed == trials.end()) return;
    print_out("  checked: {}\n", passed->verdict.row->checked);
    if (!passed->verdict.row->left_out.empty()) print_out("  not checked: {}\n", passed->verdict.row->left_out);
  }

  bool fails_ = false;
  bool unknown_ = false;
  bool any_ = false;
};

/// Runs the case on the target named `only`, or on all of the module's targets if `only` is empty.
Status replay_on(const core::Module& module, const core::Case& subject, const core::ReplayQuestion& question,
                 const std::string& only, const Session& session, ReplayResult& result) {
  bool found = false;
  for (std::size_t target = 0; target < module.targets().size(); ++target) {
    const core::TargetInfo& info = module.targets()[target];
    if (!only.empty() && info.name != only) continue;
    const Listening listening(session);
    const Result<core::ReplayedTarget> replayed = core::replay(module, subject, target, question, listening.stop());
    if (!replayed) return replayed.error();
    result.add(info, *replayed);
    found = true;
  }
  if (!found) return Error{"the campaign has no target named '" + only + "'", "name one with --target"};
  return {};
}

/// Runs the case on the given targets. A verdict that compares targets needs the campaign's own targets beside them.
Status replay_on_named(const std::string& module_name, const std::string& configuration, const core::Case& subject,
                       const std::vector<std::string>& targets, const core::ReplayQuestion& question,
                       const Session& session, ReplayResult& result) {
  for (const std::string& target : targets) {
    const Result<std::unique_ptr<core::Module>> alone =
        open_module_on(module_name, configuration, target, ReplayPeers::None);
    if (!alone) return alone.error();
    if (!question.compared) {
      if (Status done = replay_on(**alone, subject, question, {}, session, result); !done) return done;
      continue;
    }
    const Result<std::unique_ptr<core::Module>> all =
        open_module_on(module_name, configuration, target, ReplayPeers::CampaignTargets);
    if (!all) return all.error();
    for (const core::TargetInfo& info : (*alone)->targets())
      if (Status done = replay_on(**all, subject, question, info.name, session, result); !done) return done;
  }
  return {};
}

void finish(const Status& done, const ReplayResult& result, Session& session) {
  if (!done) return session.fail(done.error());
  session.exit_code = result.exit_code();
}

void replay_finding(const core::Finding& finding, const Flags& flags, Session& session) {
  const core::Case& subject = flags.original ? finding.original : finding.smallest();
  if (flags.print) return print_case(subject);
  print_out("{}  {} on {} ({})\n", finding.id, core::name(finding.kind), finding.target,
            printable(finding.target_version));
  const core::ReplayQuestion question{core::Verdict::bug(finding.kind, finding.reason, finding.detail),
                                      finding.compared, flags.times};
  ReplayResult result;
  if (!flags.targets.empty()) {
    const Status done =
        replay_on_named(finding.module, finding.configuration, subject, flags.targets, question, session, result);
    return finish(done, result, session);
  }
  const Result<std::unique_ptr<core::Module>> module =
      open_module(finding.module, finding.configuration, {}, Purpose::Replay);
  if (!module) return session.fail(module.error());
  finish(replay_on(**module, subject, question, finding.target, session, result), result, session);
}

/// Runs the case on all of the campaign's targets that accept it, with the campaign's comparisons.
Status replay_on_all(const core::Module& module, const core::Case& subject, const Flags& flags, const Session& session,
                     ReplayResult& result) {
  const auto replayed = core::replay_all(module, subject, flags.times, Listening(session).stop());
  if (!replayed) return replayed.error();
  for (const core::ReplayedTarget& one : *replayed) result.add(module.targets()[one.target], one);
  if (!result.any()) return Error{"no target of the campaign takes this case", "name one with --target"};
  return {};
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
  if (core::fingerprint_of(**module) != identity.fingerprint) {
    return session.fail({"the seeds or the configuration are not those of the campaign",
                         "a case can only be reproduced from the same seeds"});
  }
  Result<std::unique_ptr<core::Tester>> tester = (*module)->make_tester();
  if (!tester) return session.fail(tester.error());
  const std::variant<core::Case, core::Skip> made = (*tester)->generate(*index);
  if (const auto* skip = std::get_if<core::Skip>(&made))
    return session.fail({"case " + flags.index + " is not made: " + skip->reason, "try another index"});
  const core::Case& subject = std::get<core::Case>(made);
  if (flags.print) return print_case(subject);
  ReplayResult result;
  const Status done = flags.targets.empty()
                          ? replay_on_all(**module, subject, flags, session, result)
                          : replay_on_named(identity.module, identity.configuration, subject, flags.targets,
                                            {std::nullopt, false, flags.times}, session, result);
  finish(done, result, session);
}

}  // namespace

void add_replay(CLI::App& app, Session& session) {
  CLI::App* replay =
      app.add_subcommand("replay", "Run a finding, or any case of a campaign, again and say whether it still fails");
  const auto flags = std::make_shared<Flags>();
  replay->add_option("path", flags->path, "a finding's folder, or a campaign's folder with a case's index")->required();
  replay->add_option("index", flags->index,
                     "a case's index: the case is reproduced from the campaign's seed and seeds");
  replay->add_option("-t,--target", flags->targets,
                     "other targets or versions instead: z3, new:z3=/path/z3, a TOML file");
  replay->add_flag("--original", flags->original, "the original case instead of the reduced case");
  replay->add_flag("--print", flags->print, "print the case instead of running it");
  replay->add_option("-n,--times", flags->times, "number of runs")->check(CLI::Range(1U, 1000U))->capture_default_str();
  replay->footer(
      "Exit code: 0 it does not fail, 1 it still fails, 2 usage, 3 environment, or no judgement: runs timed out, were "
      "interrupted, or failed in another way.");
  replay->callback([flags, &session] {
    if (!flags->index.empty()) return replay_index(*flags, session);
    const Result<core::Finding> finding = core::load_finding(flags->path);
    if (!finding) return session.fail(finding.error());
    replay_finding(*finding, *flags, session);
  });
}

}  // namespace assay::cli
