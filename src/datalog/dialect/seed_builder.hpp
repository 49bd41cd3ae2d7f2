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
#include "datalog/dialect/lexer.hpp"

namespace assay::datalog {

/// A built-in type of a dialect.
struct SeedType {
  std::string_view name;
  Type type;
};

/// What the readers of the other dialects' seeds share: the program that grows, types by name, and the reading of lists
/// of attributes. Attribute::declared is always the type's text, with aliases followed, so that two attributes can be
/// joined when they agree in it. Only integers of at least 32 bits are Number or Unsigned.
class SeedBuilder {
 public:
  SeedBuilder(std::string_view dialect, std::string_view text, std::string_view file,
              const std::vector<SeedType>& types);

  /// A name for a type. An empty text: the type is Opaque.
  void alias(std::string_view name, std::string_view text);
  /// The text from a token to the one in front of the cursor.
  [[nodiscard]] std::string_view text_from(const Token& first, const Cursor& cursor) const;

  /// Reads `(a: T, U)` at the cursor: each attribute with a name or without.
  [[nodiscard]] std::vector<Attribute> read_attributes(Cursor& cursor);
  /// Declares a relation of the seed. The name must be new.
  void add(const Token& name, std::vector<Attribute> attributes, bool is_input, bool is_output);
  [[nodiscard]] Relation* find(std::string_view name);

  void fail(const Token& at, std::string_view what);
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  /// Aliases are followed here, so that they may come behind their uses.
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

/// The readers. Each reads relations that are declared at the top level; brackets that are not closed are an Error.
[[nodiscard]] Result<Program> read_ddlog_seed(std::string_view text, std::string_view file);
[[nodiscard]] Result<Program> read_formulog_seed(std::string_view text, std::string_view file);
[[nodiscard]] Result<Program> read_scallop_seed(std::string_view text, std::string_view file);
[[nodiscard]] Result<Program> read_flix_seed(std::string_view text, std::string_view file);

}  // namespace assay::datalog
