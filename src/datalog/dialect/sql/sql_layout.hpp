#pragma once

#include <string>
#include <string_view>

namespace assay::datalog::sql {

/// The script with statements of more than 80 columns broken into lines, for people. Texts stay as they are.
[[nodiscard]] std::string wrapped_script(std::string_view script);

}  // namespace assay::datalog::sql
