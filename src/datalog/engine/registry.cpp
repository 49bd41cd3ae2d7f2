#include <utility>

#include "assay/base/check.hpp"
#include "assay/datalog/engine.hpp"
#include "definition_toml.hpp"
#include "embedded_engines.hpp"

namespace assay::datalog {
namespace {

using Text = const core::EmbeddedFile& (*)();

/// The built-in engines, the default target first.
constexpr Text kDefinitions[] = {core::engine_muz,   core::engine_bddbddb, core::engine_souffle, core::engine_clingo,
                                 core::engine_swipl, core::engine_racket,  core::engine_cozo,    core::engine_ascent};

std::vector<EngineDefinition> read_all() {
  std::vector<EngineDefinition> all;
  for (const Text text : kDefinitions) {
    Result<EngineDefinition> one = read_engine(text().content, "data/engines", nullptr);
    ASSAY_CHECK(one.ok(), "a built-in engine is broken: " + one.error().text());
    all.push_back(std::move(*one));
  }
  return all;
}

}  // namespace

const std::vector<EngineDefinition>& builtin_engines() {
  static const std::vector<EngineDefinition> all = read_all();
  return all;
}

}  // namespace assay::datalog
