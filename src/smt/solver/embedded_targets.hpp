#pragma once

#include "assay/core/embedded.hpp"

// data/targets/*.toml, as CMake compiles them in.
namespace assay::core {

[[nodiscard]] const EmbeddedFile& target_smtlib();
[[nodiscard]] const EmbeddedFile& target_z3();
[[nodiscard]] const EmbeddedFile& target_cvc5();
[[nodiscard]] const EmbeddedFile& target_cvc4();
[[nodiscard]] const EmbeddedFile& target_bitwuzla();
[[nodiscard]] const EmbeddedFile& target_boolector();
[[nodiscard]] const EmbeddedFile& target_yices2();
[[nodiscard]] const EmbeddedFile& target_mathsat();
[[nodiscard]] const EmbeddedFile& target_optimathsat();
[[nodiscard]] const EmbeddedFile& target_opensmt();
[[nodiscard]] const EmbeddedFile& target_smtinterpol();
[[nodiscard]] const EmbeddedFile& target_stp();
[[nodiscard]] const EmbeddedFile& target_princess();

}  // namespace assay::core
