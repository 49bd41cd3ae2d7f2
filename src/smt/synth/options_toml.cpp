#include "assay/smt/synth.hpp"
#include "smt/solver/run_style.hpp"

namespace assay::smt {

std::string to_toml(const SynthOptions& options) {
  core::OptionTable table;
  // As text: TOML's integers have a sign.
  table.set("seed", std::to_string(options.seed));
  table.set("targets", options.targets);
  table.set("theories", options.theories);
  table.set("categories", options.categories);
  table.set("ops", options.operations);
  table.set("rules", options.rules);
  table.set("builtin-rules", options.builtin_rules);
  table.set("sample", options.sample);
  table.set("depth", options.depth);
  table.set("constants", options.constants);
  table.set("pool-constants", options.pool_constants);
  table.set("combinations", options.combinations);
  table.set("pool", options.pool);
  table.set("option-sweep", options.option_sweep);
  set_style(table, "mode", options.style);
  core::set_limits(table, options.limits);
  table.set("slow-factor", options.slow_factor);
  table.set("slow-seconds", options.slow_seconds);
  return table.text();
}

Result<SynthOptions> synth_options_from_toml(std::string_view text) {
  SynthOptions options;
  const core::OptionReader reader(text);
  reader.get("seed", options.seed);
  reader.get("targets", options.targets);
  reader.get("theories", options.theories);
  reader.get("categories", options.categories);
  reader.get("ops", options.operations);
  reader.get("rules", options.rules);
  reader.get("builtin-rules", options.builtin_rules);
  reader.get("sample", options.sample);
  reader.get("depth", options.depth);
  reader.get("constants", options.constants);
  reader.get("pool-constants", options.pool_constants);
  reader.get("combinations", options.combinations);
  reader.get("pool", options.pool);
  reader.get("option-sweep", options.option_sweep);
  get_style(reader, "mode", options.style);
  core::get_limits(reader, options.limits);
  reader.get("slow-factor", options.slow_factor);
  reader.get("slow-seconds", options.slow_seconds);
  if (!reader.problem().empty()) return Error{reader.problem(), ""};
  return options;
}

}  // namespace assay::smt
