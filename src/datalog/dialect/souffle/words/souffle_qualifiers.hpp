#pragma once

#include <optional>
#include <string>

#include "assay/datalog/program.hpp"
#include "datalog/dialect/text/lexer.hpp"

namespace assay::datalog {

/// Errors of a declaration's qualifiers.
struct Qualifiers {
  std::optional<std::string> problem;  ///< an invalid qualifier
  Token problem_at;
  std::optional<std::string> unsupported;  ///< a qualifier that a Relation cannot represent
  Token unsupported_at;
};

/// Reads the qualifiers behind a declaration's attributes (`brie inline choice-domain (a, b), c`) into the relation,
/// whose attributes are set. Accepts the deprecated `input`, `output` and `printsize`.
[[nodiscard]] Qualifiers read_qualifiers(Cursor& cursor, Relation& relation);

/// The text of the relation's qualifiers, with a space in front of each.
[[nodiscard]] std::string qualifiers_text(const Relation& relation);

}  // namespace assay::datalog
