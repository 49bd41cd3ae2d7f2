#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "cli/findings/findings_commands.hpp"
#include "cli/findings/versions.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "core/finding/baseline.hpp"
#include "core/report/report.hpp"

namespace assay::cli {
namespace {

struct DiffFlags {
  std::string older;
  std::string newer;
  bool json = false;
};

/// True for findings with a common cause, also on two versions of a target.
bool is_same_bug(const core::Finding& a, const core::Finding& b) {
  const auto name = [](const core::Finding& finding) { return finding.target.substr(0, finding.target.rfind('@')); };
  return a.kind == b.kind && name(a) == name(b) &&
         core::match(core::traits_of(a), core::traits_of(b)) != core::BugMatch::None;
}

/// The findings that are also in `others` (`in_both`), or that are not.
std::vector<const core::Finding*> select_findings(const std::vector<core::Finding>& findings,
                                                  const std::vector<core::Finding>& others, bool in_both) {
  std::vector<const core::Finding*> chosen;
  for (const core::Finding& finding : findings) {
    const bool there = std::any_of(others.begin(), others.end(),
                                   [&](const core::Finding& other) { return is_same_bug(other, finding); });
    if (there == in_both) chosen.push_back(&finding);
  }
  return chosen;
}

nlohmann::ordered_json to_json(const std::vector<const core::Finding*>& findings) {
  auto rows = nlohmann::ordered_json::array();
  for (const core::Finding* finding : findings)
    rows.push_back({{"id", finding->id},
                    {"kind", core::name(finding->kind)},
                    {"target", finding->target},
                    {"reason", printable(finding->reason)},
                    {"signature", printable(finding->signature)}});
  return rows;
}

void print_findings(const char* heading, const std::vector<const core::Finding*>& findings) {
  print_out("{}\n", Style::of(stdout).bold(fmt::format("{} ({})", heading, findings.size())));
  for (const core::Finding* finding : findings)
    print_out("  {:<28} {:<20} {}\n", finding->id, core::name(finding->kind), one_line(finding->reason, 80));
}

void diff(const DiffFlags& flags, Session& session) {
  const Result<std::vector<core::Finding>> older = chosen_findings(flags.older, {});
  if (!older) return session.fail(older.error());
  const Result<std::vector<core::Finding>> newer = chosen_findings(flags.newer, {});
  if (!newer) return session.fail(newer.error());
  const auto fresh = select_findings(*newer, *older, false);
  const auto gone = select_findings(*older, *newer, false);
  const auto still = select_findings(*newer, *older, true);
  if (flags.json) {
    const nlohmann::ordered_json all = {
        {"format", core::kJsonFormat}, {"new", to_json(fresh)}, {"gone", to_json(gone)}, {"still", to_json(still)}};
    print_out("{}\n", all.dump());
  } else {
    print_findings("new", fresh);
    print_findings("gone", gone);
    print_findings("still there", still);
  }
  if (!fresh.empty()) session.exit_code = kFindings;
}

}  // namespace

void add_findings_diff(CLI::App& findings, Session& session) {
  CLI::App* app = findings.add_subcommand("diff", "Compare two campaigns: what is new, gone and still there");
  const auto flags = std::make_shared<DiffFlags>();
  app->add_option("old", flags->older, "a campaign's folder")->required();
  app->add_option("new", flags->newer, "another campaign's folder")->required();
  app->add_flag("--json", flags->json, "one JSON object");
  app->footer(
      "Findings are the same when kind, signature and target are; versions of a target (z3@4.8.17, z3@latest) count "
      "as one target. If a reduction was cut, findings with a possible common cause are the same, too. A finding that "
      "is gone was not found again: `assay replay` and `findings history` say whether it is fixed.\n"
      "Exit code: 0 nothing new, 1 something new, 2 usage, 3 environment.");
  app->callback([flags, &session] { diff(*flags, session); });
}

}  // namespace assay::cli
