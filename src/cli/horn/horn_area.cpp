#include <array>

#include "cli/area.hpp"
#include "cli/area_module.hpp"
#include "cli/horn/horn_commands.hpp"
#include "horn/horn.hpp"

namespace assay::cli {
namespace {

Result<std::pair<std::string, std::string>> horn_version(const std::string& target) {
  const Result<smt::SolverDefinition> solver = horn::resolve_horn_solver(target);
  if (!solver) return solver.error();
  const Result<std::string> version = smt::solver_version(*solver);
  if (!version) return version.error();
  return std::pair{solver->name, *version};
}

Result<Recognition> recognize_horn_solver(const std::string& text) {
  const Result<smt::SolverDefinition> solver = horn::resolve_horn_solver(text);
  if (!solver) return solver.error();
  return Recognition{text.find('=') == std::string::npos, solver->family_note};
}

constexpr std::array kHornCommands = {Subcommand{"fuzz", add_horn_fuzz}, Subcommand{"check", add_horn_check}};
constexpr std::array kHornModules = {
    ModuleRow{"horn-fuzz", open_with_seeds<horn::horn_option_table, horn::load_horn_seeds, horn::make_horn_module>}};
// A definition of a solver serves both areas; `doctor` tries it as an SMT solver.
constexpr std::array kHornTargets = {TargetKind{"solvers of Horn clauses", "", defined_names<horn::horn_solvers>,
                                                horn_version, controls_of<horn::HornOptions, horn::make_horn_module>,
                                                recognize_horn_solver}};
constexpr std::array kHornExamples = {Example{"horn fuzz --target z3 --time 60s", "one against Horn clause solvers"}};

}  // namespace

const Area& horn_area() {
  static constexpr Area kArea{"horn",          "Test solvers of constrained Horn clauses",
                              kHornCommands,   kHornModules,
                              kHornTargets,    kHornExamples,
                              horn::pass_rows, {}};
  return kArea;
}

}  // namespace assay::cli
