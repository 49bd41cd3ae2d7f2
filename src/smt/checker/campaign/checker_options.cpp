#include <algorithm>

#include "core/io/io.hpp"
#include "core/options/module_options.hpp"
#include "smt/checker/campaign/campaign.hpp"

namespace assay::smt {

const core::OptionTable<CheckerOptions>& checker_option_table() {
  static const core::OptionTable<CheckerOptions> table = [] {
    using Options = CheckerOptions;
    core::OptionTable<Options> rows;
    rows.add("proofs", &Options::proofs, "folders with pairs of X.smt2 and its proof X.cpc or X.alethe, to mutate")
        .files(core::Names::Paths)
        .affects(core::Affects::Contents)
        .as_positional();
    rows.group("Targets");
    core::add_targets(rows, "ethos, carcara, 'mine:ethos=path/ethos', a TOML file").required = true;
    rows.add("signatures", &Options::signatures, "the rules that the checker reads (ethos: proofs/eo/cpc of cvc5)")
        .files(core::Names::Paths)
        .affects(core::Affects::Contents)
        .is_common();
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

Result<std::vector<ProofSeed>> load_proofs(const CheckerOptions& options) {
  std::vector<ProofSeed> out;
  if (options.proofs.empty()) return out;
  const Result<core::InputFiles> scripts = core::find_inputs(options.proofs, ".smt2");
  if (!scripts) return scripts.error();
  for (const std::string& path : scripts->files) {
    const std::string stem = path.substr(0, path.size() - std::string_view(".smt2").size());
    for (const ProofFormat format : {ProofFormat::Cpc, ProofFormat::Alethe}) {
      const std::string proof_path = stem + "." + std::string(name(format));
      if (!core::exists(proof_path)) continue;
      const Result<std::string> script = core::read_text_file(path);
      const Result<std::string> proof = core::read_text_file(proof_path);
      if (!script) return script.error();
      if (!proof) return proof.error();
      out.push_back({proof_path.substr(proof_path.rfind('/') + 1), *script, *proof});
    }
  }
  if (out.empty())
    return Error{"the folders have no proof", "a proof of X.smt2 must stand beside it as X.cpc or X.alethe"};
  return out;
}

}  // namespace assay::smt
