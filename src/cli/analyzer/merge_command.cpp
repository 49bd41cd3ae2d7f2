#include <CLI/CLI.hpp>
#include <memory>

#include "cli/analyzer/analyzer_commands.hpp"
#include "cli/analyzer/split_output.hpp"
#include "cli/output.hpp"
#include "core/report/page.hpp"

namespace assay::cli {
namespace {

namespace parts = analyzer::splitting;

struct MergeFlags {
  parts::SplitOptions options;
  std::vector<std::string> folders;
  std::string out = "-";
  std::string summary;
};

/// Joins the shards' results. Standard output gets the report itself, or a summary if the report goes to a file.
void join_parts(const MergeFlags& flags, Session& session) {
  const Result<parts::JoinedSplit> joined = parts::join_splits(flags.folders, flags.options);
  if (!joined) return session.fail(joined.error());
  const parts::SplitOutcome& outcome = joined->outcome;
  show_outcome(outcome);
  if (const Status written = write_outcome({joined->planned, outcome, flags.out, flags.summary}); !written)
    return session.fail(written.error());
  if (flags.out != "-") {
    print_out("findings  {} of {} partitions\n", outcome.alerts.size(), joined->planned.plan.partitions.size());
    if (!outcome.unanalyzed.empty())
      print_out("missing   {} that no run could analyze\n", core::counted(outcome.unanalyzed.size(), "file", "files"));
  }
  if (!outcome.alerts.empty()) session.exit_code = kFindings;
  if (!outcome.unanalyzed.empty()) session.exit_code = kEnvironment;
}

}  // namespace

void add_analyzer_merge(CLI::App& analyzer, Session& session) {
  CLI::App* app = analyzer.add_subcommand("merge", "Join what shards of `run --partition` have made into one report");
  const auto flags = std::make_shared<MergeFlags>();
  app->add_option("DIRS", flags->folders, "folders that `assay analyzer run --shard` has made")->required();
  app->add_option("-o,--out", flags->out, "SARIF file to write (-: standard output)")->capture_default_str();
  app->add_option("--summary", flags->summary, "file for partitions, runs and differences as JSON");
  app->add_option("--against", flags->options.against, "an earlier SARIF file: only what is new is reported");
  app->footer(
      "Files of partitions that no shard has analyzed are reported as missing.\n"
      "Example:\n"
      "  assay analyzer merge part0 part1 --out all.sarif\n"
      "Exit code: 0 no finding, 1 findings, 2 usage, 3 environment, or a file that no run analyzed.");
  app->callback([flags, &session] { join_parts(*flags, session); });
}

}  // namespace assay::cli
