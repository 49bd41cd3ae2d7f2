#pragma once

#include <string>
#include <string_view>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// Reads the output of a user's analyzer in its adapter's format ("json", "sarif", "text") into `claims`. A place
/// without a file is in `file`. Lines that are no facts are skipped; malformed facts are counted. An Error: the output
/// as a whole cannot be read.
[[nodiscard]] Status read_printed_facts(const Definition& definition, std::string_view output, const std::string& file,
                                        Claims& claims);

}  // namespace assay::analyzer
