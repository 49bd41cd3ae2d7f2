#include "cli/area.hpp"

#include <array>

#include "assay/smt/fuzz.hpp"
#include "assay/smt/solver.hpp"
#include "assay/smt/synth.hpp"
#include "cli/smt/commands.hpp"

namespace assay::cli {
namespace {

Result<std::unique_ptr<core::Module>> open_smt_fuzz(const std::string& configuration, const std::string& folder,
                                                    Purpose purpose, const Aim* aim) {
  Result<smt::FuzzOptions> options = smt::fuzz_options_from_toml(configuration);
  if (!options) return options.error();
  options->folder = folder;
  if (aim != nullptr) aim->apply(options->targets);
  smt::SeedCorpus corpus;
  if (purpose == Purpose::Generate) {
    Result<smt::SeedCorpus> loaded = smt::load_seeds(*options);
    if (!loaded) return loaded.error();
    corpus = std::move(*loaded);
  }
  return smt::make_fuzz_module(*options, std::move(corpus));
}

// A case that is stored needs no rule files to be replayed.
Result<std::unique_ptr<core::Module>> open_smt_synth(const std::string& configuration, const std::string&,
                                                     Purpose purpose, const Aim* aim) {
  Result<smt::SynthOptions> options = smt::synth_options_from_toml(configuration);
  if (!options) return options.error();
  if (aim != nullptr) aim->apply(options->targets);
  return smt::make_synth_module(*options, purpose == Purpose::Replay);
}

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

Result<std::vector<ControlLine>> solver_controls(const std::string& target, const std::stop_token& stop) {
  smt::FuzzOptions options;
  options.targets = {target};
  return module_controls(smt::make_fuzz_module(options, {}), stop);
}

bool is_solver(const std::string& text) { return smt::resolve_solver(text).ok(); }

constexpr std::array kSmtCommands = {Subcommand{"fuzz", add_smt_fuzz},     Subcommand{"synth", add_smt_synth},
                                     Subcommand{"rules", add_smt_rules},   Subcommand{"eval", add_smt_eval},
                                     Subcommand{"reduce", add_smt_reduce}, Subcommand{"targets", add_smt_targets}};
constexpr std::array kSmtModules = {ModuleRow{"smt-fuzz", open_smt_fuzz}, ModuleRow{"smt-synth", open_smt_synth}};
constexpr std::array kSmtTargets = {
    TargetKind{"SMT solvers", solver_names, solver_version, solver_controls, is_solver}};
constexpr std::array kSmtExamples = {Example{"smt fuzz data/seeds --target z3 --time 60s", "a first campaign"},
                                     Example{"smt fuzz --help", "all flags of a campaign"},
                                     Example{"smt synth --target z3 --time 60s", "one without seeds"}};

}  // namespace

const Area& smt_area() {
  static constexpr Area kArea{"smt", "Test SMT solvers", kSmtCommands, kSmtModules, kSmtTargets, kSmtExamples};
  return kArea;
}

}  // namespace assay::cli
