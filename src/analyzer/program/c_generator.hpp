#pragma once

#include "analyzer/program/program.hpp"

namespace assay::analyzer {

/// Generators of C programs, one for each theme.
[[nodiscard]] Program make_c_values(core::Rng& rng, const ProgramSize& size);
[[nodiscard]] Program make_c_loops(core::Rng& rng, const ProgramSize& size);
[[nodiscard]] Program make_c_pointers(core::Rng& rng, const ProgramSize& size);
[[nodiscard]] Program make_c_calls(core::Rng& rng, const ProgramSize& size);
[[nodiscard]] Program make_c_strings(core::Rng& rng, const ProgramSize& size);
[[nodiscard]] Program make_c_formats(core::Rng& rng, const ProgramSize& size);
[[nodiscard]] Program make_c_clamps(core::Rng& rng, const ProgramSize& size);
[[nodiscard]] Program make_c_barriers(core::Rng& rng, const ProgramSize& size);
[[nodiscard]] Program make_c_objects(core::Rng& rng, const ProgramSize& size);
[[nodiscard]] Program make_c_floats(core::Rng& rng, const ProgramSize& size);
[[nodiscard]] Program make_c_special_floats(core::Rng& rng, const ProgramSize& size);
/// C++: the statements of C, references, classes, lambdas and templates.
[[nodiscard]] Program make_cpp_classes(core::Rng& rng, const ProgramSize& size);
[[nodiscard]] Program make_c_mixed(core::Rng& rng, const ProgramSize& size);

}  // namespace assay::analyzer
