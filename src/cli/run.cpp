#include "run.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <thread>

#include "assay/base/text.hpp"
#include "assay/base/version.hpp"
#include "assay/core/baseline.hpp"
#include "assay/core/report.hpp"
#include "terminal.hpp"

namespace assay::cli {
namespace {

constexpr std::string_view kLimitsFile = "limits.toml";

std::string limits_path(const std::string& directory) {
  return (std::filesystem::path(directory) / kLimitsFile).string();
}

std::string percent(double part, double whole) { return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "-"; }

void print_findings(const std::vector<core::Finding>& findings, const core::Baseline& baseline, const Style& style) {
  constexpr std::size_t kMostShown = 20;
  std::size_t shown = 0;
  for (const core::Finding& f : findings) {
    if (shown++ == kMostShown) break;
    fmt::print("  {} {:<20} {:>6} bytes  {}{}\n", style.bold(fmt::format("{:<24}", f.id)), core::name(f.kind),
               f.smallest_bytes(), one_line(f.reason, 70), baseline.covers(f) ? "  (in the baseline)" : "");
  }
  if (findings.size() > kMostShown) fmt::print("  ... and {} more\n", findings.size() - kMostShown);
}

/// What the campaign was to look at, and never came to.
void print_never_asked(const core::CampaignRecord& record, const Style& style) {
  std::string last;
  for (const core::Share& share : core::label_shares(record)) {
    if (share.all == 0 && share.question != last)
      fmt::print("{} {}\n", style.red("NEVER    "), printable(share.question));
    last = share.question;
  }
}

void print_summary(const core::Summary& summary, const core::CampaignRecord& record, const core::Baseline& baseline,
                   std::size_t uncovered_count) {
  const Style style = Style::of(stdout);
  const core::Progress& p = summary.progress;
  const double verdicts = static_cast<double>(p.passes + p.skips + p.bugs);
  fmt::print("\n{}\n", style.bold("campaign " + record.directory));
  fmt::print("ended     {}\n", core::description(summary.reason));
  fmt::print("tests     {} in {} ({:.0f} a second in this session)\n", with_commas(p.tests),
             clock_text(p.elapsed_seconds),
             summary.session_seconds > 0 ? static_cast<double>(summary.session_tests) / summary.session_seconds : 0.0);
  fmt::print("verdicts  pass {} ({}), skip {} ({}), bugs {}\n", with_commas(p.passes),
             percent(static_cast<double>(p.passes), verdicts), with_commas(p.skips),
             percent(static_cast<double>(p.skips), verdicts), with_commas(p.bugs));
  const double cpu = summary.session_cpu.own + summary.session_cpu.target;
  fmt::print("cpu       targets {}, assay {} (making cases {})\n", percent(summary.session_cpu.target, cpu),
             percent(summary.session_cpu.own, cpu), percent(summary.session_cpu.generate, cpu));
  for (const auto& [reason, count] : p.skip_reasons)
    fmt::print("skipped   {:>8}  {}\n", with_commas(count), printable(reason));
  print_never_asked(record, style);
  if (record.findings.empty()) {
    fmt::print("findings  {}\n", style.green("none"));
  } else {
    fmt::print("findings  {}\n",
               style.red(fmt::format("{} ({} not in a baseline)", record.findings.size(), uncovered_count)));
    print_findings(record.findings, baseline, style);
  }
}

void print_next_steps(const core::CampaignRecord& record, const std::string& report) {
  const std::string& directory = record.directory;
  if (!report.empty()) fmt::print("report    {}\n", report);
  fmt::print("next      assay campaign resume {} --time 10m   (goes on where this stopped)\n", directory);
  if (record.findings.empty()) return;
  fmt::print("          assay findings list {}\n", directory);
  fmt::print("          assay replay {}\n", record.findings.front().folder);
  fmt::print("          {}/report.md   (ready to paste into an issue)\n", record.findings.front().folder);
}

int exit_code_of(const core::Summary& summary, std::size_t uncovered_count) {
  if (summary.error) return kEnvironment;
  return uncovered_count > 0 ? kFindings : kNothingFound;
}

}  // namespace

void RunFlags::add_to(CLI::App& app) {
  app.add_option("--time", time, "stop after this long: 90s, 10m, 1h30m (over all resumes)")->group("Limits");
  app.add_option("--tests", tests, "stop after exactly this many cases")->group("Limits");
  app.add_option("--findings", findings, "stop after this many distinct findings")->group("Limits");
  app.add_option("-j,--jobs", jobs, "workers; the cases are the same for any number")
      ->check(CLI::Range(1U, 1024U))
      ->group("Limits");
  app.add_option("--baseline", baseline, "file of known signatures: findings listed there do not fail the run")
      ->group("Findings");
  app.add_option("--confirmations", confirmations, "fresh runs that a failure is confirmed with")
      ->check(CLI::Range(1U, 100U))
      ->group("Findings");
  app.add_option("--reduce-runs", reduce_runs, "runs of the target that one reduction may use")->group("Findings");
  app.add_option("--reduce-time", reduce_time, "time that one reduction may use")->group("Findings");
  app.add_flag("--skip-controls", skip_controls,
               "start although a control fails (planted bug not seen, clean run not clean)")
      ->group("Findings");
  app.add_flag("-q,--quiet", quiet, "no progress; warnings, errors and the summary only")->group("Output");
  app.add_flag("--json", json, "one JSON object per event on standard output, instead of everything else")
      ->group("Output");
  app.add_flag("--no-report", no_report, "do not write report.html at the end")->group("Output");
}

Result<core::CampaignOptions> RunFlags::options() const {
  core::CampaignOptions out;
  out.jobs = jobs;
  if (!time.empty()) {
    out.seconds = parse_duration(time);
    if (!out.seconds) return Error{"--time '" + time + "' is no duration", "write it like 90s, 10m or 1h30m"};
  }
  if (tests > 0) out.tests = tests;
  if (findings > 0) out.findings = findings;
  const std::optional<double> reduction = parse_duration(reduce_time);
  if (!reduction) return Error{"--reduce-time '" + reduce_time + "' is no duration", "write it like 90s, 10m or 1h30m"};
  out.reduce_seconds = *reduction;
  out.reduce_runs = reduce_runs;
  out.confirmations = confirmations;
  out.controls = !skip_controls;
  return out;
}

Result<std::string> write_report(const core::CampaignRecord& record, const std::string& path) {
  const std::string file = path.empty() ? (std::filesystem::path(record.directory) / "report.html").string() : path;
  const Status written = core::write_text_file(file, core::html_report(record));
  if (!written) return written.error();
  return file;
}

Status save_limits(const std::string& directory, const RunFlags& flags) {
  const toml::table limits{{"time", flags.time},
                           {"tests", static_cast<std::int64_t>(flags.tests)},
                           {"findings", static_cast<std::int64_t>(flags.findings)},
                           {"jobs", static_cast<std::int64_t>(flags.jobs)},
                           {"baseline", flags.baseline}};
  std::ostringstream out;
  out << limits << "\n";
  return core::write_text_file(limits_path(directory), out.str());
}

void load_limits(const std::string& directory, RunFlags& flags) {
  try {
    const toml::table limits = toml::parse_file(limits_path(directory));
    flags.time = limits["time"].value_or(std::string());
    flags.tests = static_cast<std::uint64_t>(std::max<std::int64_t>(0, limits["tests"].value_or(std::int64_t{0})));
    flags.findings =
        static_cast<std::uint64_t>(std::max<std::int64_t>(0, limits["findings"].value_or(std::int64_t{0})));
    flags.jobs = static_cast<unsigned>(std::clamp<std::int64_t>(limits["jobs"].value_or(std::int64_t{1}), 1, 1024));
    flags.baseline = limits["baseline"].value_or(std::string());
  } catch (const toml::parse_error&) {
    // Without the file (a merged campaign has none) a resume has the limits of its own flags.
  }
}

void run_and_report(const core::Module& module, core::Store& store, const RunFlags& flags, Session& session) {
  const Result<core::CampaignOptions> options = flags.options();
  if (!options) return session.fail(options.error(), kUsage);
  core::Baseline baseline;
  if (!flags.baseline.empty()) {
    Result<core::Baseline> loaded = core::Baseline::load(flags.baseline);
    if (!loaded) return session.fail(loaded.error(), kUsage);
    baseline = std::move(*loaded);
  }
  Result<core::Summary> summary = Error{"the campaign did not start", ""};
  {
    const std::unique_ptr<core::Observer> display = make_display(flags.json    ? Display::Json
                                                                 : flags.quiet ? Display::Quiet
                                                                               : Display::Auto);
    summary = core::run_campaign(module, *options, store, *display, session.stop.get_token());
  }
  if (!summary) return session.fail(summary.error());
  const Result<core::CampaignRecord> record = store.record();
  if (!record) return session.fail(record.error());
  const std::size_t open = core::uncovered(record->findings, baseline).size();
  std::string report;
  if (!flags.no_report) {
    const Result<std::string> written = write_report(*record, "");
    if (!written) session.fail(written.error());
    if (written) report = *written;
  }
  if (!flags.json) {
    print_summary(*summary, *record, baseline, open);
    print_next_steps(*record, report);
  }
  if (summary->error) session.fail(*summary->error);
  session.exit_code = std::max(session.exit_code, exit_code_of(*summary, open));
}

void start_campaign(const core::Module& module, std::uint64_t seed, core::Shard shard, const std::string& directory,
                    const RunFlags& flags, Session& session) {
  const std::string assay_version = std::string(version()) + " (" + std::string(commit()) + ")";
  Result<std::unique_ptr<core::Store>> store =
      core::Store::create(directory, core::identity_of(module, seed, shard, assay_version));
  if (!store) return session.fail(store.error());
  if (const Status saved = save_limits(directory, flags); !saved) return session.fail(saved.error());
  run_and_report(module, **store, flags, session);
}

}  // namespace assay::cli
