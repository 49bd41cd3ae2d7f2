#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/commands.hpp"
#include "cli/findings/findings_commands.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"
#include "cli/terminal.hpp"
#include "core/finding/baseline.hpp"
#include "core/io/io.hpp"
#include "core/report/report.hpp"
#include "core/store/store.hpp"

namespace assay::cli {
namespace {

Result<core::CampaignRecord> open_record(const std::string& directory) {
  const Result<std::unique_ptr<core::Store>> store = core::Store::open(directory);
  if (!store) return store.error();
  return (*store)->record();
}

void print_json(const std::vector<core::Finding>& findings, const core::Baseline& baseline) {
  auto rows = nlohmann::ordered_json::array();
  for (const core::Finding& f : findings)
    rows.push_back({{"id", f.id},
                    {"kind", core::name(f.kind)},
                    {"status", core::name(f.status)},
                    {"target", printable(f.target)},
                    {"version", printable(f.target_version)},
                    {"bytes", f.smallest_bytes()},
                    {"again", f.duplicates + f.alike},
                    {"reason", printable(f.reason)},
                    {"signature", printable(f.signature)},
                    {"reduction", core::reduction_name(f.reduction_is_cut)},
                    {"in-baseline", baseline.covers(f)},
                    {"state", core::name(f.triage.state)},
                    {"link", printable(f.triage.link)},
                    {"note", printable(f.triage.note)},
                    {"folder", f.folder}});
  print_out("{}\n", rows.dump());
}

void list(const std::string& directory, const std::string& baseline_file, bool json, Session& session) {
  const Result<core::CampaignRecord> record = open_record(directory);
  if (!record) return session.fail(record.error());
  core::Baseline baseline;
  if (!baseline_file.empty()) {
    Result<core::Baseline> loaded = core::Baseline::load(baseline_file);
    if (!loaded) return session.fail(loaded.error(), kUsage);
    baseline = std::move(*loaded);
  }
  session.exit_code = core::uncovered(record->findings, baseline).empty() ? kNothingFound : kFindings;
  if (json) return print_json(record->findings, baseline);
  const Style style = Style::of(stdout);
  if (record->findings.empty()) {
    print_out("no findings in {} tests\n", with_commas(record->tests));
    return;
  }
  print_out("{}\n", style.dim(fmt::format("{:<28} {:<20} {:<12} {:>8} {:>8} {:<10} {}", "finding", "kind", "status",
                                          "bytes", "again", "state", "reason")));
  for (const core::Finding& f : record->findings) {
    print_out("{:<28} {:<20} {:<12} {:>8} {:>8} {:<10} {}{}{}\n", f.id, core::name(f.kind), core::name(f.status),
              f.smallest_bytes(), f.duplicates + f.alike, core::name(f.triage.state), one_line(f.reason, 80),
              baseline_note(f, baseline), f.triage.link.empty() ? "" : " " + f.triage.link);
  }
}

void show(const std::string& directory, const std::string& id, Session& session) {
  Result<core::CampaignRecord> record = open_record(directory);
  if (!record) {
    // The folder may also be that of a single finding.
    const Result<core::Finding> finding = core::load_finding(directory);
    if (!finding) return session.fail(record.error());
    print_out("{}\n", printable(core::issue_text(*finding)));
    return;
  }
  bool any = false;
  for (const core::Finding& f : record->findings) {
    if (!id.empty() && f.id != id && !f.signature.starts_with(id)) continue;
    print_out("{}\n", printable(core::issue_text(f)));
    any = true;
  }
  if (!any)
    session.fail({"there is no finding '" + id + "' in " + directory, "`assay findings list` names them"}, kUsage);
}

void export_all(const std::string& directory, const std::string& format_name, const std::string& path,
                Session& session) {
  const core::ExportFormat* format = core::export_format(format_name);
  const Result<core::CampaignRecord> record = open_record(directory);
  if (!record) return session.fail(record.error());
  const std::string text = format->write(*record);
  if (path.empty()) {
    print_out("{}", text);
    return;
  }
  const Status written = core::write_text_file(path, text);
  if (!written) session.fail(written.error());
}

void export_archives(const std::string& directory, const std::string& folder, Session& session) {
  const Result<core::CampaignRecord> record = open_record(directory);
  if (!record) return session.fail(record.error());
  Result<core::NewFolder> fresh = core::NewFolder::begin(folder);
  if (!fresh) return session.fail(fresh.error(), kUsage);
  for (const core::File& archive : core::finding_archives(*record)) {
    const Status written = core::write_text_file(fresh->path() + "/" + archive.name, archive.content);
    if (!written) return session.fail(written.error());
  }
  if (Status finished = fresh->finish(); !finished) session.fail(finished.error());
}

/// Prints the labels of failing cases by target and kind, at most `max_causes` each, most likely cause first.
void causes(const std::string& directory, std::size_t max_causes, Session& session) {
  const Result<core::CampaignRecord> record = open_record(directory);
  if (!record) return session.fail(record.error());
  const std::vector<core::Cause> all = core::likely_causes(*record, max_causes);
  const Style style = Style::of(stdout);
  for (const core::Share& share : core::label_shares(*record))
    print_out("{:>5.1f} % of {:>7} cases  {} is: {}\n",
              100 * static_cast<double>(share.count) / static_cast<double>(std::max<std::uint64_t>(share.all, 1)),
              with_commas(share.all), share.question, share.answer);
  if (all.empty()) {
    print_out("{}\n", record->labels.empty() ? "this campaign's cases have no labels" : "no failing cases");
    return;
  }
  std::string heading;
  for (const core::Cause& cause : all) {
    const std::string here = cause.target + ": " + cause.kind;
    if (here != heading) {
      print_out("{}{}\n", heading.empty() ? "" : "\n",
                style.bold(fmt::format("{} ({:.2f} % of all cases), by {}", here, 100 * cause.share_of_all,
                                       printable(record->identity.description.label))));
    }
    heading = here;
    print_out("  {:>6} of {:>7} cases  {:>5.1f} %  {}\n", with_commas(cause.failed), with_commas(cause.judged),
              100 * static_cast<double>(cause.failed) / static_cast<double>(cause.judged), one_line(cause.label, 100));
  }
}

/// Prints the clusters of a campaign's findings with what their inputs have in common.
void clusters(const std::string& directory, bool json, Session& session) {
  const Result<core::CampaignRecord> record = open_record(directory);
  if (!record) return session.fail(record.error());
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const Style style = Style::of(stdout);
  for (const core::FindingCluster& cluster : core::finding_clusters(*record)) {
    std::vector<std::string> ids;
    for (const core::Finding* finding : cluster.findings) ids.push_back(finding->id);
    rows.push_back({{"target", cluster.target},
                    {"kind", cluster.kind},
                    {"findings", ids},
                    {"common", cluster.common},
                    {"others", cluster.others}});
    if (json) continue;
    std::vector<std::string> common;
    for (const std::string& trait : cluster.common) common.push_back(printable(trait));
    print_out("{}\n  {}\n",
              style.bold(fmt::format("{}: {}, {}", cluster.target, cluster.kind,
                                     ids.size() == 1 ? "1 finding" : fmt::format("{} findings", ids.size()))),
              common.empty() ? "nothing in common that other inputs lack"
                             : join(common, ", ") +
                                   (cluster.others == 0 ? "" : fmt::format(" (also in {} others)", cluster.others)));
    print_out("  {}\n", one_line(join(ids, " "), 200));
  }
  if (json) print_out("{}\n", rows.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  if (!json && rows.empty()) print_out("no findings\n");
}

struct FindingsFlags {
  std::string directory;
  std::size_t max_causes = 12;
  std::string id;
  std::string format = "markdown";
  std::string out;
  std::string archives;
  std::string baseline;
  bool json = false;
};

}  // namespace

void add_findings(CLI::App& app, Session& session) {
  CLI::App* findings = app.add_subcommand("findings", "List, show and export what a campaign found");
  findings->require_subcommand(1);
  const auto flags = std::make_shared<FindingsFlags>();

  CLI::App* list_app = findings->add_subcommand("list", "One line for each finding; exit code 1 when there are any");
  list_app->add_option("directory", flags->directory, "the campaign's folder")->required();
  list_app->add_option("--baseline", flags->baseline, "findings listed there do not count");
  list_app->add_flag("--json", flags->json, "one JSON array");
  list_app->callback([flags, &session] { list(flags->directory, flags->baseline, flags->json, session); });

  CLI::App* show_app = findings->add_subcommand("show", "Findings as Markdown, ready to paste into an issue tracker");
  show_app->add_option("directory", flags->directory, "the campaign's folder, or one finding's")->required();
  show_app->add_option("id", flags->id, "a finding's id, or the start of its signature (default: all)");
  show_app->callback([flags, &session] { show(flags->directory, flags->id, session); });

  CLI::App* causes_app =
      findings->add_subcommand("causes", "What failing cases have in common: operations, classes of constants");
  causes_app->add_option("directory", flags->directory, "the campaign's folder")->required();
  causes_app->add_option("--most", flags->max_causes, "maximum number of lines for each target and kind of bug")
      ->capture_default_str();
  causes_app->footer("All failing cases count, also those that were not reduced or are duplicates.");
  causes_app->callback([flags, &session] { causes(flags->directory, flags->max_causes, session); });

  CLI::App* clusters_app =
      findings->add_subcommand("clusters", "Findings that may have one cause, and what their inputs have in common");
  clusters_app->add_option("directory", flags->directory, "the campaign's folder")->required();
  clusters_app->add_flag("--json", flags->json, "one JSON array");
  clusters_app->footer(
      "The inputs' words, operators and classes of numbers are compared, as they are after reductions.");
  clusters_app->callback([flags, &session] { clusters(flags->directory, flags->json, session); });

  add_findings_mark(*findings, session);
  add_findings_diff(*findings, session);
  add_findings_history(*findings, session);
  add_findings_bisect(*findings, session);
  add_findings_recheck(*findings, session);

  std::vector<std::string> names;
  std::string help = "Formats:\n";
  for (const core::ExportFormat& format : core::export_formats()) {
    names.emplace_back(format.name);
    help += fmt::format("  {:<10} {}\n", format.name, format.description);
  }
  CLI::App* export_app = findings->add_subcommand("export", "Write all findings for another program");
  export_app->add_option("directory", flags->directory, "the campaign's folder")->required();
  export_app->add_option("-f,--format", flags->format, "output format")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  export_app->add_option("-o,--out", flags->out, "file (default: standard output)");
  export_app
      ->add_option("--archives", flags->archives,
                   "a new folder for one ID.tar a finding, with its report, reproduction and inputs")
      ->excludes("--out");
  export_app->footer(help);
  export_app->callback([flags, &session] {
    if (!flags->archives.empty()) return export_archives(flags->directory, flags->archives, session);
    export_all(flags->directory, flags->format, flags->out, session);
  });
}

}  // namespace assay::cli
