#pragma once

#include "smt/parse/reader.hpp"

namespace assay::smt {

/// Reads and declares the datatypes of declare-datatype, declare-datatypes (SMT-LIB 2.6's and 2.5's form) or
/// declare-codatatypes, after the command's keyword.
void read_datatypes(Reader& reader, std::string_view keyword, Command& command);

}  // namespace assay::smt
