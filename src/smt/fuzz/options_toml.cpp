#include "assay/smt/fuzz.hpp"
#include "smt/solver/run_style.hpp"

namespace assay::smt {

std::string to_toml(const FuzzOptions& options) {
  core::OptionTable table;
  // As text: TOML's integers have a sign.
  table.set("seed", std::to_string(options.seed));
  table.set("seeds", options.seeds);
  table.set("targets", options.targets);
  table.set("references", options.references);
  set_style(table, "mode", options.style);
  table.set("strategies", options.strategies);
  core::set_limits(table, options.limits);
  table.set("max-depth", options.max_depth);
  table.set("max-assertions", options.max_assertions);
  table.set("incremental-percent", options.incremental_percent);
  table.set("tactic-percent", options.tactic_percent);
  table.set("tactics", options.tactics);
  table.set("max-seed-bytes", options.max_seed_bytes);
  table.set("max-case-bytes", options.max_case_bytes);
  table.set("model-percent", options.model_percent);
  table.set("slow-factor", options.slow_factor);
  table.set("slow-seconds", options.slow_seconds);
  table.set("reference-work", options.reference_work);
  return table.text();
}

Result<FuzzOptions> fuzz_options_from_toml(std::string_view text) {
  FuzzOptions options;
  const core::OptionReader reader(text);
  reader.get("seed", options.seed);
  reader.get("seeds", options.seeds);
  reader.get("targets", options.targets);
  reader.get("references", options.references);
  get_style(reader, "mode", options.style);
  reader.get("strategies", options.strategies);
  core::get_limits(reader, options.limits);
  reader.get("max-depth", options.max_depth);
  reader.get("max-assertions", options.max_assertions);
  reader.get("incremental-percent", options.incremental_percent);
  reader.get("tactic-percent", options.tactic_percent);
  reader.get("tactics", options.tactics);
  reader.get("max-seed-bytes", options.max_seed_bytes);
  reader.get("max-case-bytes", options.max_case_bytes);
  reader.get("model-percent", options.model_percent);
  reader.get("slow-factor", options.slow_factor);
  reader.get("slow-seconds", options.slow_seconds);
  reader.get("reference-work", options.reference_work);
  if (!reader.problem().empty()) return Error{reader.problem(), ""};
  return options;
}

}  // namespace assay::smt
