#include <array>

#include "cli/area.hpp"
#include "cli/area_module.hpp"
#include "cli/datalog/datalog_commands.hpp"
#include "datalog/fuzz/case/fuzz.hpp"

namespace assay::cli {
namespace {

Result<std::pair<std::string, std::string>> engine_version(const std::string& target) {
  const auto engines = datalog::resolve_engines({target}, true);
  if (!engines) return engines.error();
  return std::pair{engines->front().definition.name, engines->front().version};
}

Result<Recognition> recognize_engine(const std::string& text) {
  const Result<datalog::EngineDefinition> engine = datalog::resolve_engine(text);
  if (!engine) return engine.error();
  return Recognition{true, engine->note};
}

constexpr std::array kDatalogCommands = {
    Subcommand{"fuzz", add_datalog_fuzz},   Subcommand{"eval", add_datalog_eval},
    Subcommand{"check", add_datalog_check}, Subcommand{"reduce", add_datalog_reduce},
    Subcommand{"graph", add_datalog_graph}, Subcommand{"targets", add_datalog_targets}};
constexpr std::array kDatalogModules = {ModuleRow{
    "datalog-fuzz", open_with_seeds<datalog::fuzz_option_table, datalog::load_seeds, datalog::make_fuzz_module>}};
constexpr std::array kDatalogTargets = {
    TargetKind{"Datalog engines", "engine", defined_names<datalog::builtin_engines>, engine_version,
               controls_of<datalog::FuzzOptions, datalog::make_fuzz_module>, recognize_engine}};
constexpr std::array kDatalogExamples = {
    Example{"datalog fuzz --target muz --time 60s", "one against a Datalog engine"}};

}  // namespace

const Area& datalog_area() {
  static constexpr Area kArea{"datalog",       "Test Datalog engines", kDatalogCommands,   kDatalogModules,
                              kDatalogTargets, kDatalogExamples,       datalog::pass_rows, {}};
  return kArea;
}

}  // namespace assay::cli
