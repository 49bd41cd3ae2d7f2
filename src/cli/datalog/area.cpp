#include "cli/area.hpp"

#include <array>

#include "assay/datalog/fuzz.hpp"
#include "cli/datalog/commands.hpp"

namespace assay::cli {
namespace {

Result<std::unique_ptr<core::Module>> open_datalog_fuzz(const std::string& configuration, const std::string&,
                                                        Purpose purpose, const Aim* aim) {
  Result<datalog::FuzzOptions> options = datalog::fuzz_options_from_toml(configuration);
  if (!options) return options.error();
  if (aim != nullptr) aim->apply(options->targets);
  datalog::SeedCorpus corpus;
  if (purpose == Purpose::Generate) {
    Result<datalog::SeedCorpus> loaded = datalog::load_seeds(*options);
    if (!loaded) return loaded.error();
    corpus = std::move(*loaded);
  }
  return datalog::make_fuzz_module(*options, std::move(corpus));
}

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const datalog::EngineDefinition& engine : datalog::builtin_engines()) names.push_back(engine.name);
  return names;
}

Result<std::pair<std::string, std::string>> engine_version(const std::string& target) {
  const auto engines = datalog::resolve_engines({target}, true);
  if (!engines) return engines.error();
  return std::pair{engines->front().definition.name, engines->front().version};
}

Result<std::vector<ControlLine>> engine_controls(const std::string& target, const std::stop_token& stop) {
  datalog::FuzzOptions options;
  options.targets = {target};
  return module_controls(datalog::make_fuzz_module(options, {}), stop);
}

bool is_engine(const std::string& text) { return datalog::resolve_engine(text).ok(); }

constexpr std::array kDatalogCommands = {Subcommand{"fuzz", add_datalog_fuzz}, Subcommand{"graph", add_datalog_graph},
                                         Subcommand{"targets", add_datalog_targets}};
constexpr std::array kDatalogModules = {ModuleRow{"datalog-fuzz", open_datalog_fuzz}};
constexpr std::array kDatalogTargets = {
    TargetKind{"Datalog engines", engine_names, engine_version, engine_controls, is_engine}};
constexpr std::array kDatalogExamples = {
    Example{"datalog fuzz --target muz --time 60s", "one against a Datalog engine"}};

}  // namespace

const Area& datalog_area() {
  static constexpr Area kArea{"datalog",       "Test Datalog engines", kDatalogCommands,
                              kDatalogModules, kDatalogTargets,        kDatalogExamples};
  return kArea;
}

}  // namespace assay::cli
