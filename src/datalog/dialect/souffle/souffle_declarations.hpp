#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/datalog/program.hpp"
#include "datalog/dialect/souffle/words/souffle_types.hpp"
#include "datalog/dialect/text/lexer.hpp"

namespace assay::datalog {

/// Relations by name.
using RelationIndex = std::unordered_map<std::string, RelationId>;

/// The declarations at the top level of a Soufflé text, and the positions of its facts and rules.
struct Declarations {
  /// The tokens [begin, end) of a fact or rule, including the dot.
  struct Clause {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  std::vector<Relation> relations;
  RelationIndex index;
  TypeTable types;
  std::vector<StructuredType> structures;  ///< their fields have built-in types or types of this list
  std::vector<Clause> clauses;
  std::vector<std::string> sized;  ///< relations with a .printsize
  bool related_types = false;  ///< whether a declared type refers to another one: union, alias, subtype of a subtype
  bool hides = false;          ///< whether components, includes or macros may declare more
  /// The first construct that a Program cannot represent; nullopt if there is none.
  std::optional<Error> unsupported;
};

/// Soufflé's tokens: directives, C comments, lines of the C preprocessor.
[[nodiscard]] const LexicalRules& souffle_rules();

/// Reads the declarations among tokens [begin, end), in linear time. `before` has the declarations of a seed in front
/// of them, or is null. Its types can be used, and directives for its relations change `before`. Skips the content of
/// clauses. Reads both branches of a C preprocessor's condition; the first declaration of a relation counts.
[[nodiscard]] Result<Declarations> read_declarations(const Tokens& tokens, std::size_t begin, std::size_t end,
                                                     std::string_view file, Declarations* before);

}  // namespace assay::datalog
