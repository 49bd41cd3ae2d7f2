#pragma once

#include <cstddef>
#include <string_view>

#include "assay/base/result.hpp"
#include "assay/datalog/program.hpp"
#include "datalog/dialect/lexer.hpp"
#include "datalog/dialect/souffle_declarations.hpp"
#include "datalog/dialect/souffle_symbols.hpp"

namespace assay::datalog {

/// What facts and rules refer to.
struct ClauseContext {
  const Tokens& tokens;
  std::string_view file;
  const RelationIndex& index;
  Interner& symbols;
};

/// Reads one fact or rule, from its first token to its dot, into the program, whose relations are declared. An Error:
/// it does not lie in our tree (or is wrong); the program is then as it was, but for symbols.
[[nodiscard]] Status read_clause(Program& program, const ClauseContext& context, Declarations::Clause clause);

}  // namespace assay::datalog
