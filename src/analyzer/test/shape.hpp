#pragma once

#include <string>
#include <string_view>

namespace assay::analyzer {

/// The keywords of control flow and of data in a reduced program, in alphabetical order. Causes of one class often
/// differ in them.
[[nodiscard]] std::string shape_of(std::string_view text);

}  // namespace assay::analyzer
