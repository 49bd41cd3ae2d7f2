#pragma once

#include "analyzer/program/program.hpp"

namespace assay::analyzer {

/// C++ programs that create, change and measure containers of the standard library.
[[nodiscard]] Program make_cpp_containers(core::Rng& rng, const ProgramSize& size);

}  // namespace assay::analyzer
