#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/output.hpp"
#include "smt/solver/solver.hpp"

namespace assay::cli {
namespace {

std::string styles_of(const smt::SolverDefinition& solver) {
  std::string out = "process";
  if (!solver.persistent.empty()) out += ", persistent";
  if (!smt::library_worker(solver).empty()) out += ", library";
  return out;
}

void list(bool json) {
  auto rows = nlohmann::ordered_json::array();
  if (!json) print_out("{:<14} {:<30} {}\n", "target", "styles", "version");
  for (const smt::SolverDefinition& solver : smt::builtin_solvers()) {
    const Result<std::string> version = smt::solver_version(solver);
    const std::string said = version ? printable(*version) : "not found: " + version.error().advice;
    if (json) {
      rows.push_back(
          {{"target", solver.name}, {"styles", styles_of(solver)}, {"found", version.ok()}, {"version", said}});
    } else {
      print_out("{:<14} {:<30} {}\n", solver.name, styles_of(solver), said);
    }
  }
  if (json) print_out("{}\n", rows.dump());
}

}  // namespace

void add_smt_targets(CLI::App& smt, Session& session) {
  CLI::App* targets =
      smt.add_subcommand("targets", "List the solvers that Assay knows, and which of them are on this machine");
  targets->footer("Any other solver: --target 'mine=/path/solver -flag', or a TOML file (docs/user/targets.md).");
  const auto json = std::make_shared<bool>(false);
  targets->add_flag("--json", *json, "one JSON array");
  targets->callback([json, &session] {
    static_cast<void>(session);
    list(*json);
  });
}

}  // namespace assay::cli
