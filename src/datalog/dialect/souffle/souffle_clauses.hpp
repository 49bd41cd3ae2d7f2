#pragma once

#include <cstddef>
#include <string_view>

#include "assay/base/result.hpp"
#include "assay/datalog/program.hpp"
#include "datalog/dialect/souffle/souffle_declarations.hpp"
#include "datalog/dialect/souffle/words/souffle_symbols.hpp"
#include "datalog/dialect/text/lexer.hpp"

namespace assay::datalog {

/// The context in which facts and rules are read.
struct ClauseContext {
  const Tokens& tokens;
  std::string_view file;
  const RelationIndex& index;
  Interner& symbols;
};

/// Reads one fact or rule, from its first token to its dot, and adds it to the program, whose relations are declared.
/// Returns an Error if a Program cannot represent it, or if it is invalid.
[[nodiscard]] Status read_clause(Program& program, const ClauseContext& context, Declarations::Clause clause);

}  // namespace assay::datalog
