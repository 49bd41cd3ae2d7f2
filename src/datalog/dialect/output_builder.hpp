#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/datalog/dialect.hpp"

namespace assay::datalog {

/// Collects what a reader finds in an engine's output, within its limits.
class OutputBuilder {
 public:
  OutputBuilder(const Program& program, const ReadLimits& limits);

  [[nodiscard]] const Program& program() const { return program_; }
  /// The printed relation of this name; nothing when there is none.
  [[nodiscard]] std::optional<RelationId> relation(std::string_view name) const;
  void mention(RelationId relation) { output_.present[relation] = true; }
  /// For engines that say nothing about empty relations: called when their output is known to be whole.
  void mention_all();
  /// A symbol's value; one that the program does not know gets a new one.
  [[nodiscard]] Value symbol(std::string_view text);
  /// Decimal, with a minus perhaps, within the width for its type.
  [[nodiscard]] Result<Value> number(std::string_view digits, Type type, unsigned bits) const;
  /// Of the relation's arity. An Error when there are too many.
  [[nodiscard]] Status add(RelationId relation, const std::vector<Value>& tuple);
  /// How many tuples there may still be.
  [[nodiscard]] std::size_t room() const { return limits_.tuples - count_; }
  [[nodiscard]] Output finish() &&;

 private:
  const Program& program_;
  ReadLimits limits_;
  std::size_t count_ = 0;
  Output output_;
  std::unordered_map<std::string_view, RelationId> relations_;
  std::unordered_map<std::string, Value> symbols_;
};

/// "unexpected text in the output of NAME: '...'": one line, however long and dirty the text is.
[[nodiscard]] Error unexpected_text(std::string_view engine, std::string_view text);
[[nodiscard]] Error cut_off(std::string_view engine);

/// A position in a text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool done() const { return rest_.empty(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  /// Skips the text if it stands here.
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  void skip_space();
  /// Up to the end of the line; the end itself is skipped, too. A carriage return in front of it does not count.
  std::string_view line();
  /// A finite floating-point number in decimal, by its bits; nothing when there is none.
  [[nodiscard]] std::optional<Value> floating();
  /// Letters, digits and underscores; perhaps none.
  std::string_view word();
  /// Digits behind an optional minus; empty when there are none.
  std::string_view digits();
  /// What stands in double quotes, with the escapes of C that engines print: \n \t \r \a \b \e \f \v \\ \" and, as
  /// SWI-Prolog and Racket write them, \x41\ \101\ and u0041. Nothing when it is not such a string.
  [[nodiscard]] std::optional<std::string> quoted();

 private:
  bool escape(std::string& text);
  std::string_view rest_;
};

/// How an engine prints one tuple: the relation's name and its fields, symbols in double quotes.
struct RowShape {
  std::string_view engine;
  std::string_view open;
  std::string_view separator;
  std::string_view close;
  std::string_view nullary_close = {};  ///< of a relation without attributes; it has no `open`
  unsigned bits = 0;                    ///< of numbers
};

/// Reads a tuple of one of the printed relations and adds it; otherwise what is wrong.
[[nodiscard]] std::optional<Error> read_row(Scanner& scanner, OutputBuilder& builder, const RowShape& shape);

/// What our drivers print: `r0(1, "a", 1.5)` a line, `r0()` for a relation without attributes, and `end` last.
[[nodiscard]] Result<Output> read_plain_rows(std::string_view engine, unsigned bits, const Program& program,
                                             std::string_view output, const ReadLimits& limits);

}  // namespace assay::datalog
