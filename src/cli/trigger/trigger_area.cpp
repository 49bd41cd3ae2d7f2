#include <array>

#include "cli/area.hpp"
#include "cli/trigger/trigger_commands.hpp"
#include "smt/solver/solver.hpp"
#include "trigger/prover/opinion.hpp"

namespace assay::cli {
namespace {

/// The targets that `assay trigger` needs: z3, with E-matching alone and with proofs.
std::vector<std::string> prover_names() { return {trigger::Solvers().z3}; }

Result<std::pair<std::string, std::string>> prover_version(const std::string& target) {
  if (const auto prover = trigger::make_z3_prover(target, trigger::Solvers().memory_bytes); !prover)
    return prover.error();
  const Result<smt::SolverDefinition> solver = smt::resolve_solver(target);
  if (!solver) return solver.error();
  const Result<std::string> version = smt::solver_version(*solver);
  if (!version) return version.error();
  return std::pair{target, *version};
}

Result<std::vector<ControlLine>> prover_controls(const std::string& target, const std::stop_token& stop) {
  constexpr double kSeconds = 10;
  const auto prover = trigger::make_z3_prover(target, trigger::Solvers().memory_bytes);
  if (!prover) return prover.error();
  std::vector<ControlLine> lines;
  for (const trigger::Control& control : trigger::check_prover(**prover, kSeconds, stop))
    lines.push_back({std::string(control.name), control.passed, "it says " + one_line(control.detail, 400), {}});
  return lines;
}

constexpr std::array kTriggerCommands = {Subcommand{"trigger", add_trigger}};
// Recognizes no texts: `doctor --target z3` examines z3 as an SMT solver.
constexpr std::array kTriggerTargets = {
    TargetKind{"triggering terms", {}, prover_names, prover_version, prover_controls, nullptr}};
constexpr std::array kTriggerExamples = {Example{"trigger script.smt2", "why does E-matching not refute it?"}};
constexpr core::PassRow kSuggest{"`trigger` ends with 0", "no check's formulas were refuted by terms that Assay found",
                                 "whether such terms exist: the search has limits, which the output names"};
constexpr core::PassRow kCheckAxioms{"`trigger check` ends with 0", "no contradiction of the axioms was found",
                                     "whether there is none: each script's line says what is known"};
constexpr std::array kPasses{&kSuggest, &kCheckAxioms};

}  // namespace

const Area& trigger_area() {
  static constexpr Area kArea{"trigger", {}, kTriggerCommands, {}, kTriggerTargets, kTriggerExamples, nullptr, kPasses};
  return kArea;
}

}  // namespace assay::cli
