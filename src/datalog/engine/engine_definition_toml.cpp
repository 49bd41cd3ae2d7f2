#include "engine_definition_toml.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "core/releases/releases.hpp"
#include "core/target/toml_rows.hpp"

namespace assay::datalog {
namespace {

/// The text of the driver that Assay contains and the key names; empty: the row has no such key. Sets `name`.
std::string read_driver_file(core::TomlRow& row, std::string_view key, std::string& name) {
  std::string wanted;
  row.text(key, wanted);
  if (wanted.empty()) return {};
  for (const core::BuiltinText& file : core::release_drivers()) {
    if (!file.path.ends_with("/" + wanted)) continue;
    name = std::move(wanted);
    return std::string(file.text);
  }
  row.refuse("Assay has no driver '" + wanted + "'; write its text as 'driver'");
  return {};
}

/// The files of drivers. `pasted_lines` replace the line `# {engine}` of the file in reports.
void read_driver_files(core::TomlRow& row, EngineDefinition& definition) {
  std::string name;
  if (std::string text = read_driver_file(row, "driver_file", name); !text.empty()) definition.driver = std::move(text);
  std::string lines;
  row.text("pasted_lines", lines);
  if (const std::string text = read_driver_file(row, "pasted_driver_file", definition.pasted_driver_name);
      !text.empty())
    definition.pasted_driver = replace_all(text, "# {engine}\n", lines);
}

void read_keys(core::TomlRow& row, EngineDefinition& definition) {
  const std::pair<std::string_view, std::string*> texts[] = {
      {"name", &definition.name},
      {"dialect", &definition.dialect},
      {"driver", &definition.driver},
      {"persistent_driver", &definition.persistent_driver},
      {"persistent_before", &definition.persistent_before},
      {"persistent_after", &definition.persistent_after},
      {"install", &definition.install},
      {"version_label", &definition.version_label},
      {"pasted_command", &definition.pasted_command},
      {"pasted_text", &definition.pasted_text},
      {"pasted_extension", &definition.pasted_extension},
  };
  for (const auto& [key, field] : texts) row.text(key, *field);
  read_driver_files(row, definition);
  row.pattern("recognize", definition.recognize);
  row.flag("persistent_flags", definition.persistent_flags);
  row.flag("persistent_survives", definition.persistent_survives);
  row.real("cost", definition.cost);
  const std::pair<std::string_view, std::vector<std::string>*> lists[] = {
      {"argv", &definition.argv},
      {"persistent", &definition.persistent},
      {"library", &definition.library},
      {"version", &definition.version},
      {"lacks", &definition.lacks},
      {"shown", &definition.shown},
      {"pasted_needs", &definition.pasted_needs},
  };
  for (const auto& [key, field] : lists) row.list(key, *field);
}

/// Inserts the definition's own sweeps in front of the inherited ones.
void read_sweeps(core::TomlRow& row, std::string_view key, std::vector<EngineSweep>& out) {
  std::vector<EngineSweep> own;
  for (core::TomlRow& one : row.rows(key)) {
    EngineSweep& sweep = own.emplace_back();
    one.text("name", sweep.name);
    one.list("flags", sweep.flags);
    one.finish();
  }
  out.insert(out.begin(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
}

void read_persistent_builds(core::TomlRow& row, std::vector<PersistentBuild>& out) {
  for (core::TomlRow& one : row.rows("persistent_build")) {
    PersistentBuild& build = out.emplace_back();
    one.pattern("output", build.output);
    one.list("flags", build.flags);
    one.finish();
    if (build.output.empty()) one.refuse("[[persistent_build]] needs an 'output'");
  }
}

void read_unusable(core::TomlRow& row, std::vector<core::KnownBug>& out) {
  for (core::TomlRow& one : row.rows("unusable")) {
    core::KnownBug& versions = out.emplace_back();
    one.text("reason", versions.cause);
    core::read_versions(one, versions.since, versions.fixed);
    one.finish();
    if (versions.cause.empty()) one.refuse("[[unusable]] needs a 'reason'");
    if (versions.since.empty() && versions.fixed.empty()) one.refuse("[[unusable]] needs 'since' or 'fixed'");
  }
}

}  // namespace

void read_engine(core::TomlRow& row, EngineDefinition& definition) {
  // The inherited `persistent` and `library` belong to another program, or lack the flags in this `argv`.
  if (row.has("argv")) {
    definition.persistent.clear();
    definition.library.clear();
  }
  read_keys(row, definition);
  core::read_output_patterns(row, "crash", definition.crashes);
  core::read_output_patterns(row, "skip", definition.skips, true);
  read_sweeps(row, "sweep", definition.sweeps);
  read_sweeps(row, "slow_sweep", definition.slow_sweeps);
  read_persistent_builds(row, definition.persistent_builds);
  core::read_known_bugs(row, definition.known_bugs);
  read_unusable(row, definition.unusable);
}

void check_engine(core::TomlRow& row, const EngineDefinition& definition) {
  const std::vector<std::string>& words = definition.persistent;
  if (std::find(words.begin(), words.end(), "{driver}") != words.end() && definition.persistent_driver.empty() &&
      definition.driver.empty())
    row.refuse("'persistent' has a {driver}, and there is no 'persistent_driver' or 'driver'");
  const bool driven = std::find(definition.argv.begin(), definition.argv.end(), "{driver}") != definition.argv.end();
  if (driven && definition.driver.empty()) row.refuse("'argv' has a {driver}, and there is no 'driver'");
  if (dialect(definition.dialect) == nullptr || dialect(definition.dialect)->read == nullptr)
    row.refuse("there is no dialect '" + definition.dialect + "' whose answers can be read");
}

}  // namespace assay::datalog
