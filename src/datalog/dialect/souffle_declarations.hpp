#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/datalog/program.hpp"
#include "datalog/dialect/lexer.hpp"
#include "datalog/dialect/souffle_types.hpp"

namespace assay::datalog {

/// Relations by name.
using RelationIndex = std::unordered_map<std::string, RelationId>;

/// What a Soufflé text declares at its top level, and where its facts and rules are.
struct Declarations {
  /// Tokens [begin, end), the closing dot included.
  struct Clause {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  std::vector<Relation> relations;
  RelationIndex index;
  TypeTable types;
  std::vector<StructuredType> structures;  ///< the fields' types are built in, or structures of this list
  std::vector<Clause> clauses;
  std::vector<std::string> sized;  ///< relations of which the size is printed
  bool related_types = false;      ///< some declared types are parts of others: unions, aliases, subtypes of subtypes
  bool hides = false;              ///< components, includes or macros may declare more
  /// The first thing that has no place in our tree; the text is then a seed, or wrong where it must be read completely.
  std::optional<Error> beyond;
};

/// Soufflé's tokens: directives, C comments, lines of the C preprocessor.
[[nodiscard]] const LexicalRules& souffle_rules();

/// Reads the declarations among tokens [begin, end), in linear time. `before` is what a seed in front of them declares,
/// or null: its types are known, and directives may name its relations (they then change `before`). Clauses are passed
/// over. Both branches of a C preprocessor's condition are read; of two declarations of a relation there the first
/// counts.
[[nodiscard]] Result<Declarations> read_declarations(const Tokens& tokens, std::size_t begin, std::size_t end,
                                                     std::string_view file, Declarations* before);

}  // namespace assay::datalog
