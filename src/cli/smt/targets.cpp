#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "assay/base/text.hpp"
#include "assay/smt/solver.hpp"
#include "cli/session.hpp"

namespace assay::cli {
namespace {

std::string styles_of(const smt::SolverDefinition& solver) {
  std::string out = "process";
  if (!solver.persistent.empty()) out += ", persistent";
  if (!smt::library_worker(solver).empty()) out += ", library";
  return out;
}

}  // namespace

void add_smt_targets(CLI::App& smt, Session& session) {
  CLI::App* targets =
      smt.add_subcommand("targets", "List the solvers that Assay knows, and which of them are on this machine");
  targets->footer("Any other solver: --target 'mine=/path/solver -flag', or a TOML file (docs/user/targets.md).");
  targets->callback([&session] {
    static_cast<void>(session);
    fmt::print("{:<14} {:<30} {}\n", "target", "styles", "version");
    for (const smt::SolverDefinition& solver : smt::builtin_solvers()) {
      const Result<std::string> version = smt::solver_version(solver);
      fmt::print("{:<14} {:<30} {}\n", solver.name, styles_of(solver),
                 version ? printable(*version) : "not found: " + version.error().advice);
    }
  });
}

}  // namespace assay::cli
