#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/output.hpp"
#include "datalog/engine/engine.hpp"

namespace assay::cli {

namespace {

std::string styles_of(const datalog::EngineDefinition& engine) {
  return std::string("process") + (engine.persistent.empty() ? "" : ", persistent") +
         (engine.library.empty() ? "" : ", library");
}

void print_json() {
  auto rows = nlohmann::ordered_json::array();
  for (const datalog::EngineDefinition& engine : datalog::builtin_engines()) {
    const auto found = datalog::resolve_engines({engine.name}, true);
    rows.push_back({{"target", engine.name},
                    {"dialect", engine.dialect},
                    {"styles", styles_of(engine)},
                    {"found", found.ok()},
                    {"version", found ? printable(found->front().version) : "not found: " + found.error().advice}});
  }
  print_out("{}\n", rows.dump());
}

void print_tables() {
  print_out("{:<10} {:<10} {:<28} {}\n", "target", "dialect", "styles", "version");
  for (const datalog::EngineDefinition& engine : datalog::builtin_engines()) {
    const auto found = datalog::resolve_engines({engine.name}, true);
    print_out("{:<10} {:<10} {:<28} {}\n", engine.name, engine.dialect, styles_of(engine),
              found ? printable(found->front().version) : "not found: " + found.error().advice);
  }
  print_out("\n{:<10} {}\n", "dialect", "what is printed");
  for (const datalog::Dialect& dialect : datalog::dialects())
    print_out("{:<10} {}{}\n", dialect.name, dialect.description,
              dialect.read == nullptr ? " (text only: no answers are read)" : "");
}

}  // namespace

void add_datalog_targets(CLI::App& datalog, Session& session) {
  CLI::App* targets =
      datalog.add_subcommand("targets", "List the engines and dialects that Assay knows, and what is on this machine");
  targets->footer(
      "Any other engine: --target 'mine=/path/souffle -flag', or a TOML file (docs/user/datalog-engines.md).");
  const auto json = std::make_shared<bool>(false);
  targets->add_flag("--json", *json, "the targets as one JSON array");
  targets->callback([json, &session] {
    static_cast<void>(session);
    *json ? print_json() : print_tables();
  });
}

}  // namespace assay::cli
