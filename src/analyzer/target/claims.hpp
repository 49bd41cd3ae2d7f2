#pragma once

#include <string_view>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// Counts a fact that no check is made for, by its reason; reasons stay sorted.
void count_unread(Claims& claims, std::string_view reason);

}  // namespace assay::analyzer
