#pragma once

#include <string_view>

namespace assay::datalog {

/// Comments by which printed text says what Soufflé has no words for. No apostrophes: a C preprocessor would mind.
inline constexpr std::string_view kSeedEnd = "//@ end of seed";
inline constexpr std::string_view kInputNote = "//@ input ";  ///< and the relation's name

}  // namespace assay::datalog
