#include <algorithm>
#include <array>

#include "cli/area.hpp"
#include "cli/area_module.hpp"
#include "cli/smt/smt_commands.hpp"
#include "smt/checker/campaign/campaign.hpp"
#include "smt/checker/proof_checks.hpp"
#include "smt/compare/compare.hpp"
#include "smt/fuzz/seed/fuzz.hpp"
#include "smt/judge/judge.hpp"
#include "smt/solver/solver.hpp"
#include "smt/stability/stability.hpp"
#include "smt/synth/synth.hpp"

namespace assay::cli {
namespace {

// A replay of a stored case needs no rule files.
Result<std::unique_ptr<core::Module>> open_smt_synth(const std::string& configuration, const std::string& folder,
                                                     Purpose purpose, const ReplayTarget* replay_target) {
  Result<smt::SynthOptions> options = stored_options(smt::synth_option_table(), configuration, replay_target);
  if (!options) return options.error();
  options->folder = folder;
  return smt::make_synth_module(*options, purpose == Purpose::Replay);
}

Result<std::pair<std::string, std::string>> solver_version(const std::string& target) {
  const Result<smt::SolverDefinition> solver = smt::resolve_solver(target);
  if (!solver) return solver.error();
  const Result<std::string> version = smt::solver_version(*solver);
  if (!version) return version.error();
  return std::pair{solver->name, *version};
}

Result<Recognition> recognize_solver(const std::string& text) {
  const Result<smt::SolverDefinition> solver = smt::resolve_solver(text);
  if (!solver) return solver.error();
  const bool is_command = text.find('=') != std::string::npos;
  return Recognition{!is_command || solver->family != "smtlib", solver->family_note};
}

std::span<const core::PassRow* const> all_pass_rows() {
  static const std::vector<const core::PassRow*> all = [] {
    std::vector<const core::PassRow*> rows(smt::pass_rows().begin(), smt::pass_rows().end());
    rows.insert(rows.end(), smt::proof_pass_rows().begin(), smt::proof_pass_rows().end());
    rows.insert(rows.end(), smt::checker_pass_rows().begin(), smt::checker_pass_rows().end());
    return rows;
  }();
  return all;
}

/// A checker without its signatures cannot run.
Result<std::pair<std::string, std::string>> checker_of(const std::string& target) {
  const Result<smt::CheckerDefinition> checker = smt::resolve_checker(target);
  if (!checker) return checker.error();
  const Result<std::string> version = smt::checker_version(*checker);
  if (!version) return version.error();
  if (const auto ready = smt::with_signatures(*checker, {}); !ready)
    return Error{ready.error().message, "it is there, but " + ready.error().advice};
  return std::pair{checker->name, *version};
}

Result<Recognition> recognize_checker(const std::string& text) {
  const Result<smt::CheckerDefinition> checker = smt::resolve_checker(text);
  if (!checker) return checker.error();
  return Recognition{true, {}};
}

constexpr std::array kSmtCommands = {Subcommand{"fuzz", add_smt_fuzz},
                                     Subcommand{"synth", add_smt_synth},
                                     Subcommand{"rules", add_smt_rules},
                                     Subcommand{"eval", add_smt_eval},
                                     Subcommand{"compare", add_smt_compare},
                                     Subcommand{"stability", add_smt_stability},
                                     Subcommand{"check-certificate", add_smt_check_certificate},
                                     Subcommand{"reduce", add_smt_reduce},
                                     Subcommand{"check-proof", add_smt_check_proof},
                                     Subcommand{"checker", add_smt_checker},
                                     Subcommand{"targets", add_smt_targets}};
constexpr std::array kSmtModules = {
    ModuleRow{"smt-fuzz", open_with_seeds<smt::fuzz_option_table, smt::load_seeds, smt::make_fuzz_module>},
    ModuleRow{"smt-synth", open_smt_synth},
    ModuleRow{"smt-compare", open_with_seeds<smt::compare_option_table, smt::find_scripts, smt::make_compare_module>},
    ModuleRow{"smt-stability",
              open_with_seeds<smt::stability_option_table, smt::find_stability_scripts, smt::make_stability_module>},
    ModuleRow{"smt-checker", open_with_seeds<smt::checker_option_table, smt::load_proofs, smt::make_checker_module>}};
constexpr std::array kSmtTargets = {
    TargetKind{"SMT solvers", "solver", defined_names<smt::builtin_solvers>, solver_version,
               controls_of<smt::FuzzOptions, smt::make_fuzz_module>, recognize_solver},
    TargetKind{"Checkers of proofs", "checker", defined_names<smt::builtin_checkers>, checker_of,
               controls_of<smt::CheckerOptions, smt::make_checker_module>, recognize_checker}};
constexpr std::array kSmtExamples = {Example{"smt fuzz data/seeds --target z3 --time 60s", "a first campaign"},
                                     Example{"smt fuzz --help", "the flags of a campaign"},
                                     Example{"smt synth --target z3 --time 60s", "one without seeds"}};

constexpr core::PassRow kEval{"`smt eval` ends with 0", "every active assertion is true under the model",
                              "nothing: if some are open, and none is false, it ends with 3"};
constexpr core::PassRow kCheckProof{"`smt check-proof` ends with 0",
                                    "the proof assumes only what the script asserts, and the checker accepts it; "
                                    "or it is z3's, and no point refutes it; or only its solver checked it",
                                    "the checker itself, but where a point that satisfies the script contradicts it"};
constexpr std::array kPasses{&kEval, &kCheckProof};

}  // namespace

const Area& smt_area() {
  static constexpr Area kArea{"smt",       "Test SMT solvers", kSmtCommands,  kSmtModules,
                              kSmtTargets, kSmtExamples,       all_pass_rows, kPasses};
  return kArea;
}

}  // namespace assay::cli
