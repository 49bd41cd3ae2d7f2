#pragma once

#include "smt/parse/reader.hpp"

namespace assay::smt {

/// After the keyword of declare-datatype, declare-datatypes (SMT-LIB 2.6's and 2.5's form) or declare-codatatypes:
/// declares what the rest of the command says.
void read_datatypes(Reader& reader, std::string_view keyword, Command& command);

}  // namespace assay::smt
