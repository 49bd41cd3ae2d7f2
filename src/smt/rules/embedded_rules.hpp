#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "core/io/embedded.hpp"

// The files data/rules/*.rules, which CMake embeds.
namespace assay::core {

[[nodiscard]] const EmbeddedFile& rules_constants();
[[nodiscard]] const EmbeddedFile& rules_core();
[[nodiscard]] const EmbeddedFile& rules_arithmetic();
[[nodiscard]] const EmbeddedFile& rules_bit_vectors();
[[nodiscard]] const EmbeddedFile& rules_floating_point();
[[nodiscard]] const EmbeddedFile& rules_arrays();
[[nodiscard]] const EmbeddedFile& rules_strings();
[[nodiscard]] const EmbeddedFile& rules_regular_expressions();
[[nodiscard]] const EmbeddedFile& rules_sequences();
[[nodiscard]] const EmbeddedFile& rules_pseudo_boolean();
[[nodiscard]] const EmbeddedFile& rules_sets();
[[nodiscard]] const EmbeddedFile& rules_datatypes();
[[nodiscard]] const EmbeddedFile& rules_functions();

using EmbeddedRules = std::array<std::pair<std::string_view, const EmbeddedFile& (*)()>, 13>;
/// The names and contents of the files; constants come first.
[[nodiscard]] inline EmbeddedRules embedded_rules() {
  return {{{"constants", rules_constants},
           {"core", rules_core},
           {"arithmetic", rules_arithmetic},
           {"bit-vectors", rules_bit_vectors},
           {"floating-point", rules_floating_point},
           {"arrays", rules_arrays},
           {"strings", rules_strings},
           {"regular-expressions", rules_regular_expressions},
           {"sequences", rules_sequences},
           {"pseudo-boolean", rules_pseudo_boolean},
           {"sets", rules_sets},
           {"datatypes", rules_datatypes},
           {"functions", rules_functions}}};
}

}  // namespace assay::core
