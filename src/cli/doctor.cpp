#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "assay/base/text.hpp"
#include "assay/base/version.hpp"
#include "assay/core/campaign.hpp"
#include "assay/core/proc.hpp"
#include "assay/smt/fuzz.hpp"
#include "assay/smt/solver.hpp"
#include "session.hpp"
#include "terminal.hpp"

namespace assay::cli {
namespace {

struct Flags {
  std::vector<std::string> targets;
};

/// Runs the controls of one target; false when one of them fails.
bool examine(const std::string& target, Session& session) {
  const Style style = Style::of(stdout);
  smt::FuzzOptions options;
  options.targets = {target};
  Result<std::unique_ptr<core::Module>> module = smt::make_fuzz_module(options, {});
  if (!module) {
    session.fail(module.error());
    return false;
  }
  const Result<std::vector<core::ControlResult>> results = core::check_controls(**module, session.stop.get_token());
  if (!results) {
    session.fail(results.error());
    return false;
  }
  bool good = !results->empty();
  for (const core::ControlResult& control : *results) {
    good = good && control.passed;
    fmt::print("  {:<26} {}\n", control.control,
               control.passed
                   ? style.green("ok")
                   : style.red(fmt::format("FAILED: expected {}, got {}", core::ControlResult::text(control.expected),
                                           core::ControlResult::text(control.trial.verdict))));
    if (!control.passed) fmt::print("    {}\n", one_line(control.trial.output, 400));
  }
  if (results->empty()) fmt::print("  {}\n", style.red("no control fits this target"));
  return good;
}

void examine_named(const std::string& text, Session& session) {
  const Result<smt::SolverDefinition> solver = smt::resolve_solver(text);
  if (!solver) return session.fail(solver.error(), kUsage);
  const Result<std::string> version = smt::solver_version(*solver);
  if (!version) return session.fail(version.error());
  fmt::print("{}  {}\n", Style::of(stdout).bold(solver->name), printable(*version));
  if (!examine(text, session)) session.exit_code = kEnvironment;
}

void examine_all(Session& session) {
  const Style style = Style::of(stdout);
  std::size_t found = 0;
  for (const smt::SolverDefinition& solver : smt::builtin_solvers()) {
    const Result<std::string> version = smt::solver_version(solver);
    if (!version) {
      fmt::print("{}\n", style.dim(fmt::format("{:<14} not found: {}", solver.name, version.error().advice)));
      continue;
    }
    ++found;
    fmt::print("{}  {}\n", style.bold(fmt::format("{:<13}", solver.name)), printable(*version));
    if (!examine(solver.name, session)) session.exit_code = kEnvironment;
  }
  if (found == 0) session.fail({"no solver was found on this machine", "install one, for example: apt-get install z3"});
  if (session.exit_code == kNothingFound) {
    fmt::print("{}\n", style.green("Assay sees planted bugs, and calls clean runs clean, on every target found."));
  }
}

}  // namespace

void add_doctor(CLI::App& app, Session& session) {
  CLI::App* doctor =
      app.add_subcommand("doctor", "Find targets on this machine and check that Assay can see bugs in them");
  const auto flags = std::make_shared<Flags>();
  doctor->add_option("-t,--target", flags->targets, "only these targets");
  doctor->footer(
      "A control is a planted bug that must be seen, or a clean run that must pass. Exit code 3 when one fails.");
  doctor->callback([flags, &session] {
    fmt::print("assay {} ({})\n", version(), commit());
    if (flags->targets.empty()) return examine_all(session);
    for (const std::string& target : flags->targets) examine_named(target, session);
  });
}

}  // namespace assay::cli
