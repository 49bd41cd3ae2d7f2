#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rng/rng.hpp"
#include "horn/make/decide.hpp"

namespace assay::horn {

/// A transformation of a system with a known effect on its truth.
struct ChangeRow {
  std::string_view name;
  std::string_view help;
  /// Changes the system and its evidence. False if it does not apply; then a part may be changed.
  bool (*apply)(TermStore& store, KnownSystem& known, core::Rng& rng) = nullptr;
};
[[nodiscard]] const std::vector<ChangeRow>& change_rows();

/// Applies up to `max` random transformations, and returns their names. A transformation after which the evidence is
/// not confirmed (by the evaluator or Assay's prover) is taken back.
std::vector<std::string> change(TermStore& store, KnownSystem& known, unsigned max, core::Rng& rng);

}  // namespace assay::horn
