#include "core/sarif/merge.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/sarif/sarif_commands.hpp"
#include "core/io/io.hpp"
#include "core/io/json_fields.hpp"
#include "core/report/page.hpp"

namespace assay::cli {
namespace {

struct SarifMergeFlags {
  std::vector<std::string> files;
  std::string out = "-";
};

void merge_files(const SarifMergeFlags& flags, Session& session) {
  const Result<core::InputFiles> inputs = core::find_inputs(flags.files, ".sarif");
  if (!inputs) return session.fail(inputs.error());
  std::vector<core::SarifReport> reports;
  for (const std::string& file : inputs->files) {
    Result<core::SarifReport> report = core::read_sarif_report(file);
    if (!report) return session.fail(report.error());
    reports.push_back(std::move(*report));
  }
  if (reports.empty()) return session.fail({"there are no files named *.sarif in the given folders", ""});
  const std::size_t count = reports.size();
  const core::MergedSarif merged = core::merge_sarif(std::move(reports));
  for (const std::string& note : merged.notes) print_err("note      {}\n", printable(note));
  print_err("merged    {}: {}, {}, {} left out\n", core::counted(count, "report", "reports"),
            core::counted(merged.runs, "run", "runs"), core::counted(merged.results, "result", "results"),
            core::counted(merged.copies, "equal result", "equal results"));
  const std::string text = core::json_text(*merged.log, 1) + "\n";
  if (flags.out == "-") return print_out("{}", text);
  if (const Status written = core::write_text_file(flags.out, text); !written) session.fail(written.error());
}

}  // namespace

void add_sarif_merge(CLI::App& sarif, Session& session) {
  CLI::App* app = sarif.add_subcommand("merge", "Make one SARIF report of several ones");
  const auto flags = std::make_shared<SarifMergeFlags>();
  app->add_option("FILES", flags->files, "SARIF 2.1.0 files, or folders with files named *.sarif")->required();
  app->add_option("-o,--out", flags->out, "SARIF file to write (-: standard output)")->capture_default_str();
  app->footer(
      "Runs of one version of a tool become one run if they have the same category (automationDetails.id). Of equal "
      "results (rule, place, function, message) one stays, with the code flows of all.\n"
      "Example:\n"
      "  assay sarif merge one.sarif more/ --out all.sarif\n"
      "Exit code: 0 merged, 2 usage, 3 a file cannot be read or written.");
  app->callback([flags, &session] { merge_files(*flags, session); });
}

void add_sarif(CLI::App& app, Session& session) {
  CLI::App* sarif = app.add_subcommand("sarif", "Compare and merge SARIF reports of any analyzers");
  sarif->require_subcommand(1);
  add_sarif_diff(*sarif, session);
  add_sarif_merge(*sarif, session);
}

}  // namespace assay::cli
