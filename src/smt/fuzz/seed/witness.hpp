#pragma once

#include <cstdint>
#include <string_view>

#include "assay/core/rng.hpp"
#include "smt/fuzz/seed/fragments.hpp"

namespace assay::smt {

/// Where an assignment comes from.
enum class WitnessSource : std::uint8_t {
  Model,          ///< a reference solver's, of the assertions; of their negation if they are contradictory
  NegationModel,  ///< a reference solver's, of the assertions with some of them negated
  Random,
  Default,  ///< zero, empty, false everywhere
};
[[nodiscard]] std::string_view name(WitnessSource source);

/// A random choice that does not look at anything but the stream.
[[nodiscard]] WitnessSource draw_source(core::Rng& rng, bool have_references);

[[nodiscard]] Model random_model(Fragments& seed, core::Rng& rng);
[[nodiscard]] Model default_model(Fragments& seed);

}  // namespace assay::smt
