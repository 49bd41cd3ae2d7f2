#include "run.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <optional>

#include "base/text.hpp"
#include "base/version.hpp"
#include "core/report/report.hpp"
#include "help.hpp"
#include "json_events.hpp"
#include "option_flags.hpp"
#include "output.hpp"
#include "shards.hpp"
#include "signals.hpp"
#include "terminal.hpp"
#include "words.hpp"

namespace assay::cli {
namespace {

std::string percent(double part, double whole) { return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "-"; }

void print_findings(const std::vector<core::Finding>& findings, const core::Baseline& baseline, const Style& style) {
  constexpr std::size_t kMaxShown = 20;
  std::size_t shown = 0;
  for (const core::Finding& f : findings) {
    if (shown++ == kMaxShown) break;
    print_out("  {} {:<20} {:>6} bytes  {}{}\n", style.bold(fmt::format("{:<24}", f.id)), core::name(f.kind),
              f.smallest_bytes(), one_line(f.reason, 70), baseline_note(f, baseline));
  }
  if (findings.size() > kMaxShown) print_out("  ... and {} more\n", findings.size() - kMaxShown);
}

/// Prints the questions of the campaign that no case asked, unless the campaign has few tests.
void print_never_asked(const core::CampaignRecord& record, const Style& style) {
  constexpr std::uint64_t kEnoughForEachTarget = 1000;
  if (record.tests < kEnoughForEachTarget * record.identity.targets.size()) return;
  std::string last;
  for (const core::Share& share : core::label_shares(record)) {
    if (share.all == 0 && share.question != last)
      print_out("{} {}\n", style.red("NEVER    "), printable(share.question));
    last = share.question;
  }
}

void print_summary(const core::Summary& summary, const core::Module& module, const core::CampaignRecord& record,
                   const core::Baseline& baseline, std::size_t uncovered_count) {
  const Style style = Style::of(stdout);
  const core::Progress& p = summary.progress;
  const double verdicts = static_cast<double>(p.passes + p.skips + p.bugs);
  print_out("\n{}\n", style.bold("campaign " + record.directory));
  print_out("ended     {}\n", core::description(summary.reason));
  print_out("tests     {} in {} ({:.0f} a second in this session)\n", with_commas(p.tests),
            clock_text(p.elapsed_seconds),
            summary.session_seconds > 0 ? static_cast<double>(summary.session_tests) / summary.session_seconds : 0.0);
  if (p.voids > 0) print_out("not made  {} cases: no tests\n", with_commas(p.voids));
  print_out("verdicts  pass {} ({}), skip {} ({}), bugs {}\n", with_commas(p.passes),
            percent(static_cast<double>(p.passes), verdicts), with_commas(p.skips),
            percent(static_cast<double>(p.skips), verdicts), with_commas(p.bugs));
  const double cpu = summary.session_cpu.own + summary.session_cpu.target;
  print_out("cpu       targets {}, assay {} (making cases {})\n", percent(summary.session_cpu.target, cpu),
            percent(summary.session_cpu.own, cpu), percent(summary.session_cpu.generate, cpu));
  for (const auto& [reason, count] : p.skip_reasons)
    print_out("skipped   {:>8}  {}\n", with_commas(count), printable(reason));
  for (const auto& [reason, count] : p.reservations)
    print_out("passed    {:>8}  but {}\n", with_commas(count), printable(reason));
  constexpr std::size_t kMaxCompared = 20;
  print_out("{}{}", core::comparison_text(record, kMaxCompared), core::stability_text(record, kMaxCompared));
  print_never_asked(record, style);
  for (const std::string& line : module.advice(record)) print_out("advice    {}\n", printable(line));
  if (record.findings.empty()) {
    print_out("findings  {}\n", style.green("none"));
  } else {
    print_out("findings  {}\n",
              style.red(fmt::format("{} ({} not in a baseline)", record.findings.size(), uncovered_count)));
    print_findings(record.findings, baseline, style);
  }
}

/// The flag with a higher limit that a resume needs, if a limit ended this session: a resume keeps the limits.
std::string raised_limit(core::StopReason reason, const core::CampaignOptions& limits) {
  constexpr double kTenMinutes = 600;
  switch (reason) {
    case core::StopReason::Tests:
      if (limits.tests) return fmt::format(" --tests {}", 2 * *limits.tests);
      break;
    case core::StopReason::Findings:
      if (limits.findings) return fmt::format(" --findings {}", 2 * *limits.findings);
      break;
    case core::StopReason::Time:
      return " --time " + core::duration_text(std::max(kTenMinutes, 2 * limits.seconds.value_or(0)));
    default: break;
  }
  return {};
}

void print_next_steps(const core::CampaignRecord& record, const std::string& report, const std::string& more) {
  const std::string& directory = record.directory;
  if (!report.empty()) print_out("report    {}\n", report);
  print_out("next      assay campaign resume {}{}   (goes on where this stopped)\n", directory, more);
  if (record.findings.empty()) return;
  print_out("          assay findings list {}\n", directory);
  print_out("          assay replay {}\n", record.findings.front().folder);
  print_out("          {}/report.md   (ready to paste into an issue)\n", record.findings.front().folder);
}

Result<core::Shard> parse_shard(const std::string& text) {
  const std::size_t at = text.find('/');
  const auto index = parse_unsigned(std::string_view(text).substr(0, at));
  const auto count = at == std::string::npos ? std::nullopt : parse_unsigned(std::string_view(text).substr(at + 1));
  if (!index || !count || *index >= *count)
    return Error{"'" + text + "' is no slice", "write i/n with 0 <= i < n, like 0/4"};
  return core::Shard{*index, *count};
}

/// Removes the files of a failed start: the entries of the folder that are not in `before`, or the whole folder if
/// `before` is nullopt (there was no folder). Ignores failures.
void remove_new_entries(const std::string& folder, const std::optional<std::vector<std::string>>& before) {
  core::Disk& disk = core::Disk::real();
  if (!before) return static_cast<void>(disk.remove(folder));
  for (const std::string& name : core::list_directory(folder))
    if (std::find(before->begin(), before->end(), name) == before->end())
      static_cast<void>(disk.remove(folder + "/" + name));
}

/// True if a campaign skipped all cases, so that it says nothing about its targets. False for a shard, which may have
/// nothing to judge.
bool judged_nothing(const core::CampaignRecord& record, const core::Progress& progress) {
  // A case that shows a known bug counts as a skip, but was judged.
  const bool any_known = std::any_of(progress.skip_reasons.begin(), progress.skip_reasons.end(),
                                     [](const auto& reason) { return reason.first.starts_with("known bug"); });
  return record.identity.shard.count == 1 && progress.skips > 0 && progress.passes + progress.bugs == 0 && !any_known;
}

int exit_code_of(const core::Summary& summary, std::size_t uncovered_count) {
  if (summary.error) return kEnvironment;
  if (uncovered_count > 0) return kFindings;
  return summary.unconfirmed_bugs > 0 ? kEnvironment : kNothingFound;
}

}  // namespace

const core::OptionTable<RunFlags>& run_option_table() {
  static const core::OptionTable<RunFlags> table = [] {
    core::OptionTable<RunFlags> rows;
    rows.include(core::campaign_option_table(), &RunFlags::campaign);
    rows.group("Output");
    rows.add("baseline", &RunFlags::baseline, "known signatures: they do not fail the run")
        .files(core::Names::Paths)
        .is_common();
    rows.add("quiet", &RunFlags::quiet, "no progress: warnings, errors and the summary only")
        .affects(core::Affects::Session)
        .short_flag('q')
        .is_common();
    rows.add("json", &RunFlags::json, "one JSON object for each event on standard output")
        .affects(core::Affects::Session)
        .is_common();
    rows.add("no-report", &RunFlags::no_report, "do not write report.html at the end");
    return rows;
  }();
  return table;
}

void add_shard_option(CLI::App& command, core::Shard& shard, const std::string& group, const std::string& joined) {
  CLI::Option* const option = command.add_option(
      "--shard",
      [&shard](const CLI::results_t& texts) {
        const Result<core::Shard> parsed = parse_shard(texts.front());
        if (!parsed) throw CLI::ValidationError("--shard", parsed.error().text());
        shard = *parsed;
        return true;
      },
      "run slice i of n: i/n; " + joined);
  advanced(command, option->type_name("TEXT")->option_text("I/N")->default_str("0/1")->group(group));
}

void StartFlags::add_to(CLI::App& command, const std::string& group, const std::string& joined) {
  app = &command;
  // expand_preset() has already replaced all valid presets. A remaining --preset is a mistake, reported by the check.
  if (command.get_option_no_throw("--preset") == nullptr)
    command.add_option("--preset", "a budget: smoke, nightly (or --nightly) or deep; your flags win")
        ->check(CLI::IsMember(preset_names()))
        ->configurable(false)
        ->group("Limits");
  command.add_option("-o,--out", out, "the campaign's folder (default: assay-campaign-<time>)")
      ->option_text("DIR")
      ->group("Output");
  add_options(command, core::executor_option_table().bind(executor));
  CLI::Option* const dry = command.add_flag("--dry-run", dry_run, "print the executor's scripts, and run nothing");
  advanced(command, dry->group("Shards"));
  add_shard_option(command, shard, group, joined);
}

bool StartFlags::in_shards() const { return dry_run || executor.shards > 1 || executor.executor != "local"; }

const std::string& StartFlags::folder() {
  if (out.empty()) out = fmt::format("assay-campaign-{:%Y%m%dT%H%M%SZ}", fmt::gmtime(std::time(nullptr)));
  return out;
}

std::string_view baseline_note(const core::Finding& finding, const core::Baseline& baseline) {
  switch (baseline.match_of(finding)) {
    case core::BugMatch::Same: return " (in the baseline)";
    case core::BugMatch::Possible: return " (perhaps in the baseline: a reduction was cut)";
    case core::BugMatch::None: break;
  }
  return "";
}

Result<std::string> write_report(const core::CampaignRecord& record, const std::string& path,
                                 const core::Baseline* baseline) {
  const std::string file = path.empty() ? (std::filesystem::path(record.directory) / "report.html").string() : path;
  const Status written = core::write_text_file(file, core::html_report(record, {baseline, ""}));
  if (!written) return written.error();
  return file;
}

Result<std::string> write_report_of(const std::string& directory, const std::string& path,
                                    const core::Baseline* baseline) {
  const Result<std::unique_ptr<core::Store>> store = core::Store::open(directory);
  if (!store) return store.error();
  const Result<core::CampaignRecord> record = (*store)->record();
  if (!record) return record.error();
  return write_report(*record, path, baseline);
}

bool run_and_report(const core::Module& module, core::Store& store, const RunFlags& flags, Session& session) {
  const auto refuse = [&session](const Error& error, int code = kEnvironment) {
    session.fail(error, code);
    return false;
  };
  core::Baseline baseline;
  if (!flags.baseline.empty()) {
    Result<core::Baseline> loaded = core::Baseline::load(flags.baseline);
    if (!loaded) return refuse(loaded.error(), kUsage);
    baseline = std::move(*loaded);
  }
  if (const Status held = store.begin_session(); !held) return refuse(held.error());
  if (const Status done = store.keep_limits(run_option_table().to_toml(flags)); !done) return refuse(done.error());
  Result<core::Summary> summary = Error{"the campaign did not start", ""};
  {
    const std::unique_ptr<core::Observer> display = make_display(flags.json    ? Display::Json
                                                                 : flags.quiet ? Display::Quiet
                                                                               : Display::Auto);
    summary = core::run_campaign(module, flags.campaign, store, *display, Listening(session).stop());
  }
  if (!summary) return refuse(summary.error());
  const Result<core::CampaignRecord> record = store.record();
  if (!record) {
    session.fail(record.error());
    return true;
  }
  const std::size_t open = core::uncovered(record->findings, baseline).size();
  std::string report;
  if (!flags.no_report) {
    const Result<std::string> written = write_report(*record, "", flags.baseline.empty() ? nullptr : &baseline);
    if (!written) session.fail(written.error());
    if (written) report = *written;
  }
  if (!flags.json) {
    print_summary(*summary, module, *record, baseline, open);
    print_next_steps(*record, report, raised_limit(summary->reason, flags.campaign));
  } else {
    for (const std::string& line : module.advice(*record))
      print_out("{}\n", json_line(core::Message{core::Message::Level::Info, line}));
  }
  if (summary->error) session.fail(*summary->error);
  if (!summary->error && judged_nothing(*record, summary->progress))
    session.fail({"no case was judged: each was skipped, for the reasons that are counted above",
                  "give seeds and options that fit the target, or raise its limits"});
  session.exit_code = std::max(session.exit_code, exit_code_of(*summary, open));
  return true;
}

void start_campaign(const std::function<Result<std::unique_ptr<core::Module>>()>& make, std::uint64_t seed,
                    StartFlags& start, const RunFlags& flags, Session& session) {
  const auto in_time = [&] {
    const EndOnTime limit(core::end_of_preparation(flags.campaign));
    return make();
  };
  // Making the module may write the operators that a solver lacks into the folder.
  std::optional<std::vector<std::string>> before;
  if (core::exists(start.folder())) before = core::list_directory(start.folder());
  const Result<std::unique_ptr<core::Module>> module = in_time();
  if (!module) {
    remove_new_entries(start.folder(), before);
    return session.fail(module.error());
  }
  if (start.in_shards()) return run_campaign_in_shards(**module, start, flags, session);
  const std::string assay_version = std::string(version()) + " (" + std::string(commit()) + ")";
  Result<std::unique_ptr<core::Store>> store = core::Store::create(
      start.folder(), core::identity_of(**module, seed, start.shard, assay_version), run_option_table().to_toml(flags));
  if (!store) {
    remove_new_entries(start.folder(), before);
    return session.fail(store.error());
  }
  if (run_and_report(**module, **store, flags, session)) return;
  store->reset();
  remove_new_entries(start.folder(), before);
}

}  // namespace assay::cli
