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

/// Collects the tuples that a reader finds in an engine's output, up to the limits.
class OutputBuilder {
 public:
  OutputBuilder(const Program& program, const ReadLimits& limits);

  [[nodiscard]] const Program& program() const { return program_; }
  /// The output relation of this name; nullopt if there is none.
  [[nodiscard]] std::optional<RelationId> relation(std::string_view name) const;
  void mention(RelationId relation) { output_.present[relation] = true; }
  /// Marks all output relations as present. For engines that do not print empty relations; call after a complete
  /// output.
  void mention_all();
  /// A symbol's value. Symbols that the program lacks get new values.
  [[nodiscard]] Value symbol(std::string_view text);
  /// Reads a decimal number, with an optional minus. An Error if it does not fit the type and width.
  [[nodiscard]] Result<Value> number(std::string_view digits, Type type, unsigned bits) const;
  /// The tuple has the relation's arity. An Error if the limit of tuples is reached.
  [[nodiscard]] Status add(RelationId relation, const std::vector<Value>& tuple);
  /// The number of tuples that may still be added.
  [[nodiscard]] std::size_t tuples_left() const { return limits_.tuples - count_; }
  /// Fills Output::repeated. For engines that must print sets; call after a complete output.
  void note_repetitions();
  [[nodiscard]] Output finish() &&;

 private:
  const Program& program_;
  ReadLimits limits_;
  std::size_t count_ = 0;
  Output output_;
  std::unordered_map<std::string_view, RelationId> relations_;
  std::unordered_map<std::string, Value> symbols_;
};

/// "unexpected text in the output of NAME: '...'" with the first line of the text, shortened and made printable.
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
  /// Takes the rest of the line and its end. The result has neither the end nor a carriage return in front of it.
  std::string_view line();
  /// Takes a finite decimal floating-point number and returns its bits; nullopt if there is none.
  [[nodiscard]] std::optional<Value> floating();
  /// Takes letters, digits and underscores; the result may be empty.
  std::string_view word();
  /// Takes digits with an optional minus; empty if there are none.
  std::string_view digits();
  /// Takes a string in double quotes and returns its content; nullopt if there is no valid string. Escapes: the C
  /// escapes that engines print, \n \t \r \a \b \e \f \v \\ \", and \x41\ \101\ and u0041 of SWI-Prolog and Racket.
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
  std::string_view nullary_close = {};  ///< replaces `open` and `close` for a relation without attributes
  unsigned bits = 0;                    ///< width of numbers
  bool has_null = false;                ///< a field may be `null`
};

/// Reads a tuple of an output relation and adds it. Returns the error, if there is one.
[[nodiscard]] std::optional<Error> read_row(Scanner& scanner, OutputBuilder& builder, const RowShape& shape);

/// Reads the output of Assay's drivers: a line `r0(1, "a", 1.5)` for each tuple (`r0()` without attributes), then
/// `end`. With `has_null`, a field may be `null`.
[[nodiscard]] Result<Output> read_plain_rows(std::string_view engine, unsigned bits, const Program& program,
                                             std::string_view output, const ReadLimits& limits, bool has_null = false);

}  // namespace assay::datalog
