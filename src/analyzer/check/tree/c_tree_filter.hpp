#pragma once

#include <string>
#include <string_view>

namespace assay::analyzer {

/// clang's JSON without declarations that do not name the file, which are most declarations of headers. A small C++
/// program with its headers has a hundred megabytes; removing lines is far quicker than parsing them. The result is
/// valid JSON, with the same file for each remaining place. A text of another form is returned unchanged.
[[nodiscard]] std::string without_headers(std::string_view json, std::string_view file);

}  // namespace assay::analyzer
