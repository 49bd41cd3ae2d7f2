#include "assay/domain/test.hpp"
#include "core/config/option_table.hpp"

namespace assay::domain {

std::string to_toml(const TestOptions& options) {
  core::OptionTable table;
  // As text: TOML's integers have a sign.
  table.set("seed", std::to_string(options.seed));
  table.set("targets", options.targets);
  table.set("load", options.load);
  table.set("against", options.against);
  table.set("known", options.known);
  table.set("preset", options.preset);
  table.set("dimensions", options.dimensions);
  table.set("checks", options.checks);
  table.set("laws", options.laws);
  table.set("without", options.without);
  table.set("without-operations", options.without_operations);
  core::set_limits(table, options.limits);
  return table.text();
}

Result<TestOptions> test_options_from_toml(std::string_view text) {
  TestOptions options;
  const core::OptionReader reader(text);
  reader.get("seed", options.seed);
  reader.get("targets", options.targets);
  reader.get("load", options.load);
  reader.get("against", options.against);
  reader.get("known", options.known);
  reader.get("preset", options.preset);
  reader.get("dimensions", options.dimensions);
  reader.get("checks", options.checks);
  reader.get("laws", options.laws);
  reader.get("without", options.without);
  reader.get("without-operations", options.without_operations);
  core::get_limits(reader, options.limits);
  if (!reader.problem().empty()) return Error{reader.problem(), ""};
  return options;
}

}  // namespace assay::domain
