#pragma once

#include <memory>

#include "datalog/engine/engine.hpp"

namespace assay::datalog {

/// SQLite as a target, and SQLite's library in this process as its port: an honest SQL engine that costs little.
[[nodiscard]] EngineTarget sqlite_target();
[[nodiscard]] std::unique_ptr<EnginePort> sqlite_library(const EngineTarget& target);

}  // namespace assay::datalog
