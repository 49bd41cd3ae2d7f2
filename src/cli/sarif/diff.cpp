#include "core/sarif/diff.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/sarif/sarif_commands.hpp"
#include "cli/terminal.hpp"
#include "core/io/io.hpp"
#include "core/io/json_fields.hpp"
#include "core/report/report.hpp"

namespace assay::cli {
namespace {

struct SarifDiffFlags {
  std::string older, newer;
  core::SourceRoots roots;
  std::string out;
  std::string fail_on = "any";
  std::vector<std::string> shown = {"new"};
  bool json = false;
};

/// Levels of SARIF, the most severe one first; then the values of --fail-on that are no levels.
constexpr std::array<std::string_view, 5> kFailOn = {"error", "warning", "note", "any", "never"};

/// True if the alert counts for the exit code: it is new, not suppressed, and of the level or a more severe one.
bool is_failure(const core::SarifAlert& alert, std::string_view fail_on) {
  if (alert.is_suppressed || fail_on == "never") return false;
  const auto rank = [](std::string_view level) { return std::find(kFailOn.begin(), kFailOn.end(), level); };
  return fail_on == "any" || rank(alert.level) <= rank(fail_on);
}

std::string place_text(const core::SarifAlert& alert) {
  std::string place = alert.file.empty() ? "no file" : alert.file;
  if (alert.line > 0) place += fmt::format(":{}", alert.line);
  if (alert.column > 0) place += fmt::format(":{}", alert.column);
  return place;
}

void print_change(std::FILE* stream, const core::SarifDiff& diff, const core::AlertChange& change) {
  const core::SarifAlert& alert = diff.alert(change);
  std::string line =
      fmt::format("  {}: {}: {} [{}]", place_text(alert), alert.level, shortened(alert.message, 200), alert.rule);
  if (alert.places.size() > 1) line += fmt::format(" ({} times)", alert.places.size());
  if (alert.is_suppressed) line += " (suppressed)";
  if (change.has_moved) line += fmt::format(" (was at {})", place_text(diff.before.alerts[*change.before]));
  write_stream(stream, printable(line) + "\n");
}

void print_state(std::FILE* stream, const core::SarifDiff& diff, core::AlertState state, bool with_alerts) {
  std::size_t moved = 0, suppressed = 0;
  for (const core::AlertChange& change : diff.changes) {
    if (change.state != state) continue;
    moved += change.has_moved ? 1 : 0;
    suppressed += diff.alert(change).is_suppressed ? 1 : 0;
  }
  std::string line = fmt::format("{:<10}{}", core::name(state), diff.count(state));
  if (moved > 0) line += fmt::format(", {} moved", moved);
  if (suppressed > 0) line += fmt::format(", {} suppressed", suppressed);
  write_stream(stream, Style::of(stream).bold(line) + "\n");
  if (!with_alerts) return;
  for (const core::AlertChange& change : diff.changes)
    if (change.state == state) print_change(stream, diff, change);
}

constexpr std::array kStates = {core::AlertState::New, core::AlertState::Absent, core::AlertState::Unchanged,
                                core::AlertState::Updated};

nlohmann::ordered_json diff_json(const core::SarifDiff& diff) {
  nlohmann::ordered_json counts;
  for (const core::AlertState state : kStates) counts[std::string(core::name(state))] = diff.count(state);
  auto alerts = nlohmann::ordered_json::array();
  for (const core::AlertChange& change : diff.changes) alerts.push_back(core::change_json(diff, change));
  auto notes = nlohmann::ordered_json::array();
  for (const std::string& note : diff.notes) notes.push_back(printable(note));
  return {{"format", core::kJsonFormat}, {"counts", counts}, {"notes", notes}, {"alerts", alerts}};
}

void diff_files(const SarifDiffFlags& flags, Session& session) {
  const Result<core::SarifReport> before = core::read_sarif_report(flags.older);
  if (!before) return session.fail(before.error());
  const Result<core::SarifReport> after = core::read_sarif_report(flags.newer);
  if (!after) return session.fail(after.error());
  const core::SarifDiff diff = core::compare_sarif(*before, *after, flags.roots);
  for (const std::string& note : diff.notes) print_err("note      {}\n", printable(note));
  if (!flags.out.empty()) {
    const std::string text = core::json_text(core::with_baseline(*before, *after, diff), 1) + "\n";
    if (flags.out == "-")
      write_stream(stdout, text);
    else if (const Status written = core::write_text_file(flags.out, text); !written)
      return session.fail(written.error());
  }
  std::FILE* const stream = flags.out == "-" ? stderr : stdout;
  if (flags.json) {
    write_stream(stream, core::json_text(diff_json(diff)) + "\n");
  } else {
    for (const core::AlertState state : kStates)
      print_state(stream, diff, state,
                  std::find(flags.shown.begin(), flags.shown.end(), core::name(state)) != flags.shown.end());
  }
  // An incomplete report may lack alerts: "nothing new" would be no judgement.
  if (!after->notes.empty()) session.exit_code = kEnvironment;
  for (const core::AlertChange& change : diff.changes)
    if (change.state == core::AlertState::New && is_failure(diff.alert(change), flags.fail_on))
      session.exit_code = kFindings;
}

}  // namespace

void add_sarif_diff(CLI::App& sarif, Session& session) {
  CLI::App* app = sarif.add_subcommand("diff", "Compare two SARIF reports: which alerts are new, absent, unchanged");
  const auto flags = std::make_shared<SarifDiffFlags>();
  app->add_option("OLD", flags->older, "SARIF 2.1.0 file of the old version (-: standard input)")->required();
  app->add_option("NEW", flags->newer, "SARIF 2.1.0 file of the new version")->required();
  CLI::Option* old_root =
      app->add_option("--old-root", flags->roots.before, "folder with the sources of the old version")
          ->check(CLI::ExistingDirectory);
  CLI::Option* new_root =
      app->add_option("--new-root", flags->roots.after, "folder with the sources of the new version")
          ->check(CLI::ExistingDirectory);
  old_root->needs(new_root);
  new_root->needs(old_root);
  app->add_option("-o,--out", flags->out, "NEW with a baselineState for each alert, as SARIF (-: standard output)");
  app->add_option("--fail-on", flags->fail_on, "end with 1 on new alerts of this level or a worse one")
      ->check(CLI::IsMember(std::vector<std::string>(kFailOn.begin(), kFailOn.end())))
      ->capture_default_str();
  app->add_option("--show", flags->shown, "states whose alerts are listed, separated by commas")
      ->delimiter(',')
      ->check(CLI::IsMember({"new", "absent", "unchanged", "updated"}))
      ->capture_default_str();
  app->add_flag("--json", flags->json, "one JSON object");
  app->footer(
      "An alert that only moved (other lines, a renamed file, another order of functions) is unchanged. Assay compares "
      "the code around it (with --old-root and --new-root), snippets, fingerprints, functions and messages. An alert "
      "with another message, level or statement is updated. Suppressed alerts do not count for the exit code.\n"
      "Example:\n"
      "  assay sarif diff main.sarif branch.sarif --old-root main --new-root branch\n"
      "Exit code: 0 nothing new, 1 new alerts, 2 usage, 3 a report cannot be read, or NEW is of an analysis that was "
      "not successful.");
  app->callback([flags, &session] { diff_files(*flags, session); });
}

}  // namespace assay::cli
