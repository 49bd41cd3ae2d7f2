#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.hpp"
#include "cli/findings/findings_commands.hpp"
#include "cli/findings/versions.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "core/report/report.hpp"

namespace assay::cli {
namespace {

using What = core::VersionAnswer::What;

struct MatrixFlags {
  std::string directory;
  std::vector<std::string> ids;
  VersionFlags ask;
};

/// A finding, and its answers on the versions of one target.
struct Column {
  core::Finding* finding;
  core::History history;
};

/// Runs all findings on all versions of a target. After an Error, the columns keep the earlier answers.
Status ask_all(const TargetVersions& target, const VersionFlags& flags, std::vector<Column>& columns,
               const std::stop_token& stop) {
  for (const VersionTarget& version : target.versions) {
    for (Column& column : columns) {
      Result<core::VersionAnswer> answer = run_on_release(*column.finding, version, flags, stop);
      if (!answer) return answer.error();
      column.history.answers.push_back(std::move(*answer));
    }
    print_err("{}\n", version.target);
  }
  return {};
}

Status keep(std::vector<Column>& columns) {
  for (Column& column : columns) {
    if (column.history.answers.empty()) continue;
    if (Status kept = core::keep_history(*column.finding, column.history); !kept) return kept;
  }
  return {};
}

std::string shown(const core::VersionAnswer& answer, const Style& style) {
  const std::string text = fmt::format("{:<8}", answer.what == What::CannotSay ? "?" : core::name(answer.what));
  switch (answer.what) {
    case What::Right: return style.green(text);
    case What::Wrong: return style.red(text);
    case What::CannotSay: break;
  }
  return style.yellow(text);
}

/// Prints a table with a row for each version and a column for each finding.
void print_table(const TargetVersions& target, const std::vector<Column>& columns) {
  const Style style = Style::of(stdout);
  std::string heading = fmt::format("{:<16}", target.name);
  for (std::size_t i = 0; i < columns.size(); ++i) heading += fmt::format("{:<8}", fmt::format("[{}]", i + 1));
  print_out("{}\n", style.bold(heading));
  for (std::size_t row = 0; row < target.versions.size(); ++row) {
    std::string line = fmt::format("{:<16}", target.versions[row].version);
    for (const Column& column : columns)
      if (row < column.history.answers.size()) line += shown(column.history.answers[row], style);
    print_out("{}\n", line);
  }
  for (std::size_t i = 0; i < columns.size(); ++i)
    print_out("[{}] {}  {}\n    {}\n", i + 1, columns[i].finding->id, core::name(columns[i].finding->kind),
              core::since_text(columns[i].history));
  print_out("\n");
}

void print_json(const TargetVersions& target, const std::vector<Column>& columns) {
  for (const Column& column : columns) {
    auto versions = nlohmann::ordered_json::array();
    for (const core::VersionAnswer& answer : column.history.answers)
      versions.push_back({{"version", answer.version}, {"answer", core::name(answer.what)}, {"note", answer.note}});
    const nlohmann::ordered_json line = {{"format", core::kJsonFormat},
                                         {"finding", column.finding->id},
                                         {"kind", core::name(column.finding->kind)},
                                         {"target", target.name},
                                         {"in-words", core::since_text(column.history)},
                                         {"versions", versions}};
    print_out("{}\n", line.dump());
  }
}

void matrix(const MatrixFlags& flags, Session& session) {
  Result<std::vector<core::Finding>> findings = chosen_findings(flags.directory, flags.ids);
  if (!findings) return session.fail(findings.error(), kUsage);
  if (findings->empty()) return print_out("no findings\n");
  const Listening listening(session);
  const Result<std::vector<TargetVersions>> targets = selected_targets(flags.ask, listening.stop());
  if (!targets) return session.fail(targets.error(), kUsage);
  for (const TargetVersions& target : *targets) {
    std::vector<Column> columns;
    for (core::Finding& finding : *findings) columns.push_back({&finding, {target.name, {}}});
    const Status asked = ask_all(target, flags.ask, columns, listening.stop());
    if (const Status kept = keep(columns); !kept) return session.fail(kept.error());
    flags.ask.json ? print_json(target, columns) : print_table(target, columns);
    if (!asked) return session.fail(asked.error());
  }
}

}  // namespace

void add_findings_matrix(CLI::App& findings, Session& session) {
  CLI::App* app =
      findings.add_subcommand("matrix", "Run findings on released versions: which are wrong, which are right");
  const auto flags = std::make_shared<MatrixFlags>();
  app->add_option("directory", flags->directory, "the campaign's folder")->required();
  app->add_option("id", flags->ids, "findings' ids, or the starts of their signatures (default: all)");
  app->add_option("--versions", flags->ask.versions, "as in z3:all,cvc5:latest or z3:4.8.5..4.13.0")->required();
  app->add_flag("--install", flags->ask.install,
                "install releases that are not there, and count those of the registry");
  app->add_option("-n,--times", flags->ask.times, "runs on each version")
      ->check(CLI::Range(1U, 100U))
      ->capture_default_str();
  app->add_flag("--json", flags->ask.json, "one JSON object for each finding and target");
  app->footer(
      "The answers are kept with the findings: `assay findings show`, `export` and `report` tell them.\n"
      "Exit code: 0 asked, 2 usage, 3 environment.");
  app->callback([flags, &session] { matrix(*flags, session); });
}

}  // namespace assay::cli
