#include <utility>

#include "assay/base/check.hpp"
#include "assay/core/target/builtin.hpp"
#include "assay/datalog/engine.hpp"
#include "engine_definition_toml.hpp"

namespace assay::core {
/// The files in data/engines, in the order of builtin.cmake.
[[nodiscard]] std::span<const BuiltinText> builtin_engine_texts();
}  // namespace assay::core

namespace assay::datalog {
namespace {

std::vector<EngineDefinition> read_all() {
  std::vector<EngineDefinition> all;
  for (const core::BuiltinText& file : core::builtin_engine_texts()) {
    Result<EngineDefinition> one = read_engine(file.text, std::string(file.path), nullptr);
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
