#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/datalog/program.hpp"
#include "datalog/dialect/text/lexer.hpp"

namespace assay::datalog {

/// A built-in type of a dialect.
struct SeedType {
  std::string_view name;
  Type type;
};

/// The part of a reader of declarations that does not depend on the language: the program, types by name, and
/// lists of attributes. Attribute::declared is always the type's text after resolving aliases, so that two attributes
/// with equal texts can be joined. Only integers of at least 32 bits are Number or Unsigned.
class SeedBuilder {
 public:
  SeedBuilder(std::string_view dialect, std::string_view text, std::string_view file,
              const std::vector<SeedType>& types);

  /// Declares a name for a type. Empty text: the type is Opaque.
  void alias(std::string_view name, std::string_view text);
  /// The text from the token `first` to the token in front of the cursor.
  [[nodiscard]] std::string_view text_from(const Token& first, const Cursor& cursor) const;

  /// Reads a list such as `(a: T, U)` at the cursor. Names of attributes are optional.
  [[nodiscard]] std::vector<Attribute> read_attributes(Cursor& cursor);
  /// Declares a relation of the seed. The name must be new.
  void add(const Token& name, std::vector<Attribute> attributes, bool is_input, bool is_output);
  [[nodiscard]] Relation* find(std::string_view name);

  void fail(const Token& at, std::string_view what);
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  /// Resolves aliases, which may stand behind their uses, and returns the program.
  [[nodiscard]] Result<Program> finish();

 private:
  void skip_type(Cursor& cursor) const;
  void resolve(Attribute& attribute) const;

  std::string_view text_;
  std::string_view file_;
  Program program_;
  std::unordered_map<std::string, RelationId> index_;
  std::unordered_map<std::string, std::string> aliases_;
  std::unordered_map<std::string_view, Type> types_;
  std::optional<Error> error_;
};

// The readers. Each reads the relations that are declared at the top level. Unclosed brackets are an Error.
[[nodiscard]] Result<Program> read_formulog_seed(std::string_view text, std::string_view file);

}  // namespace assay::datalog
