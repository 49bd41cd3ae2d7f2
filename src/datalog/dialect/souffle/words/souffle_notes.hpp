#pragma once

#include <string_view>

namespace assay::datalog {

/// Comments in printed text for information that Soufflé's syntax cannot express. Without apostrophes, which would
/// confuse a C preprocessor.
inline constexpr std::string_view kSeedEnd = "//@ end of seed";
inline constexpr std::string_view kInputNote = "//@ input ";  ///< and the relation's name

}  // namespace assay::datalog
