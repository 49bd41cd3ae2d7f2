#pragma once

#include <string>
#include <string_view>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// Reads what `cppcheck --dump` writes into `claims`: the values of tokens that it knows, and those that it holds for
/// impossible. `file` is the one whose facts are wanted. An Error: it is no whole dump.
[[nodiscard]] Status read_cppcheck_dump(std::string_view xml, std::string_view file, Claims& claims);

/// Reads its messages (--xml): conditions that are said to be always true or false. The dump says where a comparison
/// stands when the message names the place of an operand.
[[nodiscard]] Status read_cppcheck_errors(std::string_view xml, std::string_view dump, std::string_view file,
                                          Claims& claims);

}  // namespace assay::analyzer
