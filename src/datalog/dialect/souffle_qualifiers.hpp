#pragma once

#include <optional>
#include <string>

#include "assay/datalog/program.hpp"
#include "datalog/dialect/lexer.hpp"

namespace assay::datalog {

/// What is to be said about a declaration's qualifiers.
struct Qualifiers {
  std::optional<std::string> problem;  ///< they are wrong
  Token problem_at;
  std::optional<std::string> beyond;  ///< they have no place in our tree
  Token beyond_at;
};

/// Reads what follows a declaration's attributes (`brie inline choice-domain (a, b), c`) into the relation, whose
/// attributes are known. The deprecated `input`, `output` and `printsize` are qualifiers, too.
[[nodiscard]] Qualifiers read_qualifiers(Cursor& cursor, Relation& relation);

/// The qualifiers' text, each with a space in front.
[[nodiscard]] std::string qualifiers_text(const Relation& relation);

}  // namespace assay::datalog
