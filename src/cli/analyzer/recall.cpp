#include "analyzer/recall/recall.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "base/text.hpp"
#include "cli/analyzer/analyzer_commands.hpp"
#include "cli/output.hpp"

namespace assay::cli {
namespace {

namespace recall = analyzer::recall;

struct RecallFlags {
  recall::RecallOptions options;
  std::string out;
  bool json = false;
  bool quiet = false;
};

std::string cell_text(const recall::RecallCell& cell) {
  if (cell.bugs == 0) return "-";
  return fmt::format("{}/{} {}", cell.found, cell.bugs, cell.false_alarms);
}

void print_table(const recall::RecallRecord& record, const recall::RecallTable& table) {
  print_out("{:<22}", table.key);
  for (const recall::TargetRecall& target : record.targets) print_out(" {:>14}", printable(target.name));
  print_out("\n");
  for (const auto& [name, cells] : table.rows) {
    print_out("{:<22}", name);
    for (const recall::RecallCell& cell : cells) print_out(" {:>14}", cell_text(cell));
    print_out("\n");
  }
  print_out("\n");
}

void print_record(const recall::RecallRecord& record) {
  print_out("planted bugs found / confirmed, and false alarms about their twins without the bug\n\n");
  for (const recall::RecallTable& table : recall::recall_tables(record)) print_table(record, table);
  for (const auto& [reason, number] : record.unconfirmed) print_out("not confirmed: {} ({})\n", reason, number);
  for (const recall::TargetRecall& target : record.targets) {
    for (const auto& [reason, number] : target.problems)
      print_out("{}: {} ({})\n", printable(target.name), printable(reason), number);
    for (const recall::BrokenPromise& broken : target.broken)
      print_out("BROKEN PROMISE  {} misses case {}: {}; the run: {}\n", printable(target.name), broken.index,
                recall::to_text(broken.planted), printable(broken.report));
  }
}

/// Writes recall.json, report.html, and the program of each broken promise.
Status write_folder(const recall::RecallRecord& record, const std::string& folder) {
  core::Disk disk;
  if (const Status made = disk.make_directory(folder + "/missed"); !made) return made;
  if (const Status kept = core::write_text_file(folder + "/recall.json", recall::recall_json(record)); !kept)
    return kept;
  if (const Status kept = core::write_text_file(folder + "/report.html", recall::recall_page(record)); !kept)
    return kept;
  for (const recall::TargetRecall& target : record.targets) {
    for (const recall::BrokenPromise& broken : target.broken) {
      const std::string path = fmt::format("{}/missed/{}-{}.c", folder, target.name, broken.index);
      if (const Status kept = core::write_text_file(path, broken.program); !kept) return kept;
    }
  }
  return {};
}

void run_recall(RecallFlags& flags, Session& session) {
  const Result<recall::RecallRecord> record = [&] {
    const Listening listening(session);
    return recall::measure_recall(
        flags.options,
        [&](std::uint64_t done) {
          if (!flags.quiet && !flags.json) print_err("{} of {} bugs\n", done, flags.options.bugs);
        },
        listening.stop());
  }();
  if (!record) return session.fail(record.error());
  if (!flags.out.empty())
    if (const Status written = write_folder(*record, flags.out); !written) return session.fail(written.error());
  if (flags.json) {
    print_out("{}", recall::recall_json(*record));
  } else {
    print_record(*record);
    if (!flags.out.empty()) print_err("report    {}/report.html\n", printable(flags.out));
  }
  const bool answered = std::any_of(record->targets.begin(), record->targets.end(), [](const auto& target) {
    return std::any_of(target.bugs.begin(), target.bugs.end(),
                       [](recall::Answer answer) { return answer != recall::Answer::None; });
  });
  if (!answered)
    return session.fail({"no target answered about a confirmed bug", "the reasons stand above, or in the JSON"});
  for (const recall::TargetRecall& target : record->targets)
    if (!target.broken.empty()) session.exit_code = kFindings;
}

}  // namespace

void add_analyzer_recall(CLI::App& analyzer, Session& session) {
  CLI::App* app = analyzer.add_subcommand("recall", "Measure which planted definite bugs analyzers report");
  const auto flags = std::make_shared<RecallFlags>();
  recall::RecallOptions& options = flags->options;
  app->add_option("-t,--target", options.targets,
                  "analyzers to ask (repeatable): their alarms about C are read as for `tune`")
      ->required();
  app->add_option("-n,--bugs", options.bugs, "number of planted bugs")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app->add_option("-s,--seed", options.seed, "random seed; the same seed gives the same bugs")->capture_default_str();
  app->add_option("--distance", options.distance, "maximum number of features of C between a bug's origin and its use")
      ->check(CLI::Range(0, 12))
      ->capture_default_str();
  app->add_option("--batch", options.batch, "number of bugs in one program, each with its twin")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  app->add_option("--timeout", options.cpu_seconds, "limit of one run of an analyzer, in CPU seconds")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app->add_option("--memory", options.memory_mb, "limit of one run of an analyzer, in megabytes")
      ->check(CLI::Range(16, 1000000))
      ->capture_default_str();
  app->add_option("--flag", options.flags, "flag for the analyzers (repeatable)");
  app->add_option("-o,--out", flags->out, "folder for recall.json, report.html and the programs of broken promises");
  app->add_flag("--json", flags->json, "the result as one JSON object");
  app->add_flag("-q,--quiet", flags->quiet, "no progress");
  app->footer(
      "Each bug is confirmed by runs under sanitizers, and stands beside a twin without the bug. A bug that an "
      "analyzer's "
      "definition promises to report (table [recall]) and that it does not report is a finding; all else is measured.\n"
      "Examples:\n"
      "  assay analyzer recall --target eva --target cppcheck --target clang-sa --target gcc-analyzer\n"
      "  assay analyzer recall --target mine.toml --bugs 500 --out recall\n"
      "Exit code: 0 measured, 1 a broken promise, 2 usage, 3 environment.");
  app->callback([flags, &session] { run_recall(*flags, session); });
}

}  // namespace assay::cli
