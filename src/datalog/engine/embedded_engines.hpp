#pragma once

#include "assay/core/embedded.hpp"

// data/engines/*.toml, as CMake compiles them in.
namespace assay::core {

[[nodiscard]] const EmbeddedFile& engine_muz();
[[nodiscard]] const EmbeddedFile& engine_bddbddb();
[[nodiscard]] const EmbeddedFile& engine_clingo();
[[nodiscard]] const EmbeddedFile& engine_souffle();
[[nodiscard]] const EmbeddedFile& engine_swipl();
[[nodiscard]] const EmbeddedFile& engine_racket();
[[nodiscard]] const EmbeddedFile& engine_cozo();
[[nodiscard]] const EmbeddedFile& engine_ascent();

}  // namespace assay::core
