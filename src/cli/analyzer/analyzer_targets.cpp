#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "analyzer/adapters/adapters.hpp"
#include "analyzer/test/test.hpp"
#include "base/text.hpp"
#include "cli/analyzer/analyzer_commands.hpp"
#include "cli/output.hpp"

namespace assay::cli {
namespace {

std::string here(const analyzer::Definition& definition) {
  const Result<std::string> version = analyzer::version_of(definition);
  if (!version) return "not found: " + version.error().advice;
  if (definition.adapter.empty()) return printable(*version);
  const auto opened = analyzer::open_analyzer(definition);
  return opened ? printable(*version) : printable(*version) + "; cannot be checked: " + opened.error().text();
}

void print_json() {
  auto rows = nlohmann::ordered_json::array();
  for (const analyzer::Definition& one : analyzer::builtin_analyzers())
    rows.push_back({{"target", one.name},
                    {"takes", one.languages},
                    {"found", analyzer::version_of(one).ok()},
                    {"version", here(one)},
                    {"tunable", one.tuning.known()}});
  print_out("{}\n", rows.dump());
}

}  // namespace

void add_analyzer_targets(CLI::App& analyzer, Session& session) {
  CLI::App* app = analyzer.add_subcommand(
      "targets", "List the analyzers that Assay knows, what they can be asked, and whether they are on this machine");
  app->footer("Any other analyzer: a TOML file (docs/user/analyzers.md).");
  const auto json = std::make_shared<bool>(false);
  app->add_flag("--json", *json, "the targets as one JSON array");
  app->callback([json, &session] {
    static_cast<void>(session);
    if (*json) return print_json();
    print_out("{:<12} {:<8} {}\n", "target", "takes", "version");
    for (const analyzer::Definition& one : analyzer::builtin_analyzers()) {
      print_out("{:<12} {:<8} {}\n", one.name, join(one.languages, ","), here(one));
      for (const analyzer::Adapter& adapter : analyzer::adapters())
        if (adapter.name == one.adapter) print_out("{:<12} {:<8}   {}\n", "", "", adapter.summary);
      if (one.tuning.known())
        print_out("{:<12} {:<8}   {}can be tuned: {} settings, for {}\n", "", "",
                  one.adapter.empty() ? "no facts to check; " : "", one.tuning.knobs.size(),
                  one.tuning.goal == analyzer::Tuning::Goal::Proofs ? "more proofs" : "the same findings at less cost");
      if (one.splitting.known())
        print_out("{:<12} {:<8}   can run on parts of a project{}\n", "", "",
                  one.splitting.strategy == "size-limiting" ? "; it looks at one file at a time" : "");
    }
    print_out("\n{:<14} {:<8} {}\n", "strategy", "language", "what it makes");
    for (const analyzer::ProgramGenerator& one : analyzer::program_generators())
      print_out("{:<14} {:<8} {}\n", one.name, one.language, one.summary);
  });
}

}  // namespace assay::cli
