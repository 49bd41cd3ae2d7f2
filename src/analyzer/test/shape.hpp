#pragma once

#include <string>
#include <string_view>

namespace assay::analyzer {

/// The keywords of control flow and of data that a program still has after its reduction, in alphabetical order: causes
/// with the same class often differ in them.
[[nodiscard]] std::string shape_of(std::string_view text);

}  // namespace assay::analyzer
