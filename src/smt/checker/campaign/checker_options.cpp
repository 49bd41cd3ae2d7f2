#include <algorithm>
#include <optional>

#include "core/io/io.hpp"
#include "core/options/module_options.hpp"
#include "smt/checker/campaign/campaign.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

const core::OptionTable<CheckerOptions>& checker_option_table() {
  static const core::OptionTable<CheckerOptions> table = [] {
    using Options = CheckerOptions;
    core::OptionTable<Options> rows;
    rows.add("proofs", &Options::proofs, "folders with scripts X.smt2 and their proofs X.cpc or X.alethe, to mutate")
        .files(core::Names::Paths)
        .affects(core::Affects::Contents)
        .as_positional();
    rows.group("Targets");
    core::add_targets(rows, "ethos, carcara, 'mine:ethos=path/ethos', a TOML file").required = true;
    rows.add("signatures", &Options::signatures, "the rules that the checker reads (ethos: proofs/eo/cpc of cvc5)")
        .files(core::Names::Paths)
        .affects(core::Affects::Contents)
        .is_common();
    rows.add("prover", &Options::prover, "a solver that is asked for the proofs of scripts without one (cvc5)")
        .files(core::Names::Targets)
        .affects(core::Affects::Contents);
    core::add_limits(rows);
    rows.group("Cases");
    rows.add("strategy", &Options::strategies, "only these: evaluate, equation, rule, mutate, trust (default: all)")
        .with_commas()
        .affects(core::Affects::Cases)
        .is_common();
    core::add_seed(rows);
    return rows;
  }();
  return table;
}

namespace {

constexpr double kProverSeconds = 5;  // for one script

/// The solver's proof of an unsatisfiable script. Nullopt if it gives none.
std::optional<std::string> proof_by(SolverRunner& prover, const std::string& script, ProofFormat format) {
  SolverAnswer answer = prover.run(script, {.proof = std::string(name(format))}, RunStyle::Process, {});
  if (answer.replies != std::vector{Reply::Unsat}) return std::nullopt;
  return std::move(answer.proof);
}

}  // namespace

Result<std::vector<ProofSeed>> load_proofs(const CheckerOptions& options) {
  std::vector<ProofSeed> out;
  if (options.proofs.empty() && !options.prover.empty())
    return Error{"--prover needs scripts to prove", "give a folder with unsatisfiable scripts"};
  if (options.proofs.empty()) return out;
  const Result<core::InputFiles> scripts = core::find_inputs(options.proofs, ".smt2");
  if (!scripts) return scripts.error();
  std::optional<SolverRunner> prover;
  ProofFormat format = ProofFormat::Cpc;
  if (!options.prover.empty()) {
    const Result<SolverDefinition> solver = resolve_solver(options.prover);
    if (!solver) return solver.error();
    const auto checker = options.targets.empty() ? Result<CheckerDefinition>(Error{"no target is given", ""})
                                                 : resolve_checker(options.targets.front());
    if (!checker) return checker.error();
    format = checker->format;
    core::Limits limits = options.limits;
    limits.wall_seconds = std::min(limits.wall_seconds, kProverSeconds);
    prover.emplace(*solver, limits);
  }
  for (const std::string& path : scripts->files) {
    const Result<std::string> script = core::read_text_file(path);
    if (!script) return script.error();
    const std::string stem = path.substr(0, path.size() - std::string_view(".smt2").size());
    const std::string name_of_script = stem.substr(stem.rfind('/') + 1);
    bool has_proof = false;
    for (const ProofFormat one : {ProofFormat::Cpc, ProofFormat::Alethe}) {
      const std::string end = "." + std::string(name(one));
      if (!core::exists(stem + end)) continue;
      const Result<std::string> proof = core::read_text_file(stem + end);
      if (!proof) return proof.error();
      has_proof = has_proof || one == format;
      out.push_back({name_of_script + end, *script, *proof});
    }
    if (has_proof || !prover) continue;
    if (std::optional<std::string> proof = proof_by(*prover, *script, format))
      out.push_back({name_of_script + "." + std::string(name(format)), *script, std::move(*proof)});
  }
  if (out.empty())
    return Error{"the folders have no proof",
                 "a proof of X.smt2 must stand beside it as X.cpc or X.alethe; or give "
                 "--prover cvc5"};
  return out;
}

}  // namespace assay::smt
