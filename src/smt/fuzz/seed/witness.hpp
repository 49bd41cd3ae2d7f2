#pragma once

#include <cstdint>
#include <string_view>

#include "core/rng/rng.hpp"
#include "smt/fuzz/seed/fragments.hpp"

namespace assay::smt {

/// The source of an assignment.
enum class WitnessSource : std::uint8_t {
  Model,          ///< a reference solver's model of the assertions, or of their negation if they are unsatisfiable
  NegationModel,  ///< a reference solver's model of the assertions, with some of them negated
  Random,         ///< random values
  Default,        ///< zero, empty or false everywhere
};
[[nodiscard]] std::string_view name(WitnessSource source);

/// A random source. Without references only Random or Default.
[[nodiscard]] WitnessSource draw_source(core::Rng& rng, bool have_references);

[[nodiscard]] Model random_model(Fragments& seed, core::Rng& rng);
[[nodiscard]] Model default_model(Fragments& seed);

}  // namespace assay::smt
