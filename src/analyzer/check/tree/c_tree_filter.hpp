#pragma once

#include <string>
#include <string_view>

namespace assay::analyzer {

/// clang's JSON without most declarations of headers: those that do not name the file. A small C++ program with its
/// headers is a hundred megabytes, which are cut here by their lines, far quicker than they can be parsed. What is left
/// is still JSON, and tells the same file for each place that is left. A text of another form is left as it is.
[[nodiscard]] std::string without_headers(std::string_view json, std::string_view file);

}  // namespace assay::analyzer
