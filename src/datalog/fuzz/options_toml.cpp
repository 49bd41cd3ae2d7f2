#include <optional>
#include <string>

#include "assay/datalog/fuzz.hpp"
#include "assay/datalog/generate.hpp"
#include "core/config/option_table.hpp"

namespace assay::datalog {

std::string to_toml(const FuzzOptions& options) {
  core::OptionTable table;
  // As text: TOML's integers have a sign.
  table.set("seed", std::to_string(options.seed));
  table.set("targets", options.targets);
  table.set("seeds", options.seeds);
  table.set("strategies", options.strategies);
  table.set("sequence", options.sequence);
  table.set("style", std::string(name(options.style)));
  table.set("slow-options", options.slow_options);
  for (const GenerateFlag& flag : generate_flags()) table.set(flag.name, options.generate.*flag.member);
  table.set("result-tuples", options.generate.limits.tuples);
  table.set("result-steps", options.generate.limits.steps);
  core::set_limits(table, options.limits);
  table.set("disk-mb", options.disk_bytes >> 20);
  return table.text();
}

Result<FuzzOptions> fuzz_options_from_toml(std::string_view text) {
  FuzzOptions options;
  const core::OptionReader reader(text);
  reader.get("seed", options.seed);
  reader.get("targets", options.targets);
  reader.get("seeds", options.seeds);
  reader.get("strategies", options.strategies);
  reader.get("sequence", options.sequence);
  std::string style(name(options.style));
  reader.get("style", style);
  const std::optional<EngineStyle> known = engine_style(style);
  if (!known) return Error{"there is no style '" + style + "'", "there are process, persistent and library"};
  options.style = *known;
  reader.get("slow-options", options.slow_options);
  for (const GenerateFlag& flag : generate_flags()) reader.get(flag.name, options.generate.*flag.member);
  reader.get("result-tuples", options.generate.limits.tuples);
  reader.get("result-steps", options.generate.limits.steps);
  core::get_limits(reader, options.limits);
  std::uint64_t megabytes = options.disk_bytes >> 20;
  reader.get("disk-mb", megabytes);
  options.disk_bytes = megabytes << 20;
  if (!reader.problem().empty()) return Error{reader.problem(), ""};
  return options;
}

}  // namespace assay::datalog
