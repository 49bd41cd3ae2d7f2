#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "assay/base/text.hpp"
#include "assay/base/version.hpp"
#include "assay/core/campaign.hpp"
#include "assay/core/proc.hpp"
#include "assay/datalog/fuzz.hpp"
#include "assay/domain/test.hpp"
#include "assay/smt/fuzz.hpp"
#include "assay/smt/solver.hpp"
#include "assay/trigger/opinion.hpp"
#include "session.hpp"
#include "terminal.hpp"

namespace assay::cli {
namespace {

struct DoctorFlags {
  std::vector<std::string> targets;
};

/// What a module tests: one row of the table below.
struct TargetKind {
  std::string_view title;
  std::vector<std::string> (*names)();
  /// Its name and its version, or why it cannot be run.
  Result<std::pair<std::string, std::string>> (*version)(const std::string& target);
  Result<std::unique_ptr<core::Module>> (*open)(const std::string& target);
  bool (*known)(const std::string& target);  ///< whether this module takes the text as a target
};

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  for (const smt::SolverDefinition& solver : smt::builtin_solvers()) names.push_back(solver.name);
  return names;
}
Result<std::pair<std::string, std::string>> solver_version(const std::string& target) {
  const Result<smt::SolverDefinition> solver = smt::resolve_solver(target);
  if (!solver) return solver.error();
  const Result<std::string> version = smt::solver_version(*solver);
  if (!version) return version.error();
  return std::pair{solver->name, *version};
}
Result<std::unique_ptr<core::Module>> open_solver(const std::string& target) {
  smt::FuzzOptions options;
  options.targets = {target};
  return smt::make_fuzz_module(options, {});
}
bool is_solver(const std::string& target) { return smt::resolve_solver(target).ok(); }

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const datalog::EngineDefinition& engine : datalog::builtin_engines()) names.push_back(engine.name);
  return names;
}
Result<std::pair<std::string, std::string>> engine_version(const std::string& target) {
  const auto engines = datalog::resolve_engines({target}, true);
  if (!engines) return engines.error();
  return std::pair{engines->front().definition.name, engines->front().version};
}
Result<std::unique_ptr<core::Module>> open_engine(const std::string& target) {
  datalog::FuzzOptions options;
  options.targets = {target};
  return datalog::make_fuzz_module(options, {});
}
bool is_engine(const std::string& target) { return datalog::resolve_engine(target).ok(); }

/// All at once; none where the worker is not there.
std::vector<std::string> domain_target_names() {
  const Result<std::vector<std::string>> names = domain::domain_names({});
  return names ? *names : std::vector<std::string>();
}
Result<std::pair<std::string, std::string>> domain_target_version(const std::string& target) {
  const Result<std::string> version = domain::domain_version(target);
  if (!version) return version.error();
  return std::pair{target, *version};
}
Result<std::unique_ptr<core::Module>> open_domain(const std::string& target) {
  domain::TestOptions options;
  options.targets = {target};
  return domain::make_test_module(options);
}
bool is_domain(const std::string& target) { return domain::domain_version(target).ok(); }

// A text that several take is the first one's: 'name=command' fits any solver.
constexpr std::array kKinds = {
    TargetKind{"SMT solvers", solver_names, solver_version, open_solver, is_solver},
    TargetKind{"Datalog engines", engine_names, engine_version, open_engine, is_engine},
    TargetKind{"abstract domains", domain_target_names, domain_target_version, open_domain, is_domain}};

/// Runs the controls of one target; false when one of them fails.
bool examine(const TargetKind& kind, const std::string& target, Session& session) {
  const Style style = Style::of(stdout);
  Result<std::unique_ptr<core::Module>> module = kind.open(target);
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
  const auto* known =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const TargetKind& one) { return one.known(text); });
  const TargetKind* kind = known == kKinds.end() ? &kKinds.front() : known;
  const auto version = kind->version(text);
  if (!version) return session.fail(version.error(), kind->known(text) ? kEnvironment : kUsage);
  fmt::print("{}  {}\n", Style::of(stdout).bold(version->first), printable(version->second));
  if (!examine(*kind, text, session)) session.exit_code = kEnvironment;
}

/// How many targets of the kind there are on this machine.
std::size_t examine_kind(const TargetKind& kind, Session& session) {
  const Style style = Style::of(stdout);
  fmt::print("\n{}\n", kind.title);
  std::size_t found = 0;
  for (const std::string& name : kind.names()) {
    const auto version = kind.version(name);
    if (!version) {
      fmt::print("{}\n", style.dim(fmt::format("{:<14} not found: {}", name, version.error().advice)));
      continue;
    }
    ++found;
    fmt::print("{}  {}\n", style.bold(fmt::format("{:<13}", name)), printable(version->second));
    if (!examine(kind, name, session)) session.exit_code = kEnvironment;
  }
  return found;
}

/// What `assay trigger` needs: z3, with E-matching alone and with proofs.
void examine_trigger(Session& session) {
  const Style style = Style::of(stdout);
  fmt::print("\ntriggering terms\n");
  const trigger::Solvers solvers;
  const auto prover = trigger::make_z3_prover(solvers.z3, solvers.memory_bytes);
  if (!prover) {
    fmt::print("{}\n", style.dim(fmt::format("{:<14} not found: {}", solvers.z3, prover.error().advice)));
    return;
  }
  const auto version = solver_version(solvers.z3);
  fmt::print("{}  {}\n", style.bold(fmt::format("{:<13}", solvers.z3)), version ? printable(version->second) : "");
  constexpr double kSeconds = 10;
  for (const trigger::Control& control : trigger::check_prover(**prover, kSeconds, session.stop.get_token())) {
    fmt::print("  {:<26} {}\n", control.name,
               control.passed ? style.green("ok") : style.red("FAILED: it says " + one_line(control.detail, 400)));
    if (!control.passed) session.exit_code = kEnvironment;
  }
}

void examine_all(Session& session) {
  std::size_t found = 0;
  for (const TargetKind& kind : kKinds) found += examine_kind(kind, session);
  examine_trigger(session);
  if (found == 0) session.fail({"no target was found on this machine", "install one, for example: apt-get install z3"});
  if (session.exit_code == kNothingFound) {
    const Style style = Style::of(stdout);
    fmt::print("{}\n", style.green("Assay sees planted bugs, and calls clean runs clean, on every target found."));
  }
}

}  // namespace

void add_doctor(CLI::App& app, Session& session) {
  CLI::App* doctor =
      app.add_subcommand("doctor", "Find targets on this machine and check that Assay can see bugs in them");
  const auto flags = std::make_shared<DoctorFlags>();
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
