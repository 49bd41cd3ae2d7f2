#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>

#include "area.hpp"
#include "commands.hpp"
#include "core/campaign/campaign.hpp"
#include "output.hpp"

namespace assay::cli {
namespace {

/// The meaning of exit code 0 of commands that do not belong to an area.
constexpr core::PassRow kReplay{"`replay` ends with 0", "the case was run again, and no run failed as it did before",
                                "runs that could not be judged alone end with 3"};
constexpr core::PassRow kRecheck{"`findings recheck` ends with 0",
                                 "every finding was run on the target, and none fails",
                                 "findings that could not be judged are counted; if none could be, it ends with 3"};
constexpr core::PassRow kCampaign{"a campaign ends with 0",
                                  "no case failed but for those of the baseline, after the controls of each target "
                                  "were seen to work",
                                  "skips and reservations, which the summary, the report and `--json` count by reason"};
constexpr core::PassRow kSarifDiff{"`sarif diff` ends with 0",
                                   "each alert of the new report that is not suppressed has a partner in the old one, "
                                   "or a lower level than `--fail-on`",
                                   "whether the partners are the same bug: without sources, a fixed alert and a new "
                                   "one with the same message in the same function are taken for one"};
constexpr std::array kOwn{&core::kAlike, &kCampaign, &kReplay, &kRecheck, &kSarifDiff};

void print_rows(std::string_view area, std::span<const core::PassRow* const> rows) {
  for (const core::PassRow* row : rows)
    print_out("| {} | {} | {} | {} |\n", area, row->when, row->checked, row->left_out.empty() ? "-" : row->left_out);
}

void print_verdicts() {
  print_out(
      "# What a pass is worth\n\n"
      "Each way in which a run can pass, and each exit code 0 that is a judgement: what was checked, and what nobody\n"
      "checked. `assay verdicts` prints this page from the rows that the code passes to `Verdict::pass`.\n\n"
      "A pass with a reservation is counted with its reason, as skips are: in the summary, in the report, and in\n"
      "`reservations` of `--json`.\n\n"
      "| area | passes when | checked | not checked |\n|---|---|---|---|\n");
  for (const Area* area : areas()) {
    if (area->run_passes != nullptr) print_rows(area->name, area->run_passes());
    print_rows(area->name, area->command_passes);
  }
  print_rows("all", kOwn);
}

}  // namespace

void add_verdicts(CLI::App& app, Session&) {
  CLI::App* verdicts = app.add_subcommand("verdicts", "Print what was checked when a run passes, and what was not");
  verdicts->callback([] { print_verdicts(); });
}

}  // namespace assay::cli
