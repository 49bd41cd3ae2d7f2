#pragma once

#include <string>
#include <string_view>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// Reads the output of `cppcheck --dump` into `claims`: known and impossible values of tokens in the file `file`. An
/// Error: the dump is incomplete.
[[nodiscard]] Status read_cppcheck_dump(std::string_view xml, std::string_view file, Claims& claims);

/// Reads Cppcheck's messages (--xml): conditions that are always true or false. The dump gives the place of a
/// comparison if the message has the place of an operand.
[[nodiscard]] Status read_cppcheck_errors(std::string_view xml, std::string_view dump, std::string_view file,
                                          Claims& claims);

}  // namespace assay::analyzer
