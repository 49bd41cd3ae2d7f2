#pragma once

#include <string_view>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// Counts a fact that Assay cannot check, by its reason. Reasons stay sorted.
void count_unread(Claims& claims, std::string_view reason);

}  // namespace assay::analyzer
