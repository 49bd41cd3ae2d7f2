#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "datalog/dialect/reader/untyped_program.hpp"
#include "datalog/dialect/text/lexer.hpp"

namespace assay::datalog {

/// Enumerates the readings of a clause. A pool, an interval or a disjunction stands for one clause per alternative; the
/// clause is read once for each combination of alternatives.
class Alternatives {
 public:
  /// The alternative, smaller than `count`, that the current reading uses.
  std::size_t choose(std::size_t count);
  /// Starts the next reading. Returns false if there is none.
  bool next();

 private:
  std::vector<std::pair<std::size_t, std::size_t>> chosen_;  ///< the chosen alternative, and the number of alternatives
  std::size_t position_ = 0;
};

/// The common part of the readers of clauses with tokens (gringo, Prolog, bddbddb's form). Reads a clause, or stores
/// the reason why a Program cannot represent it.
class UntypedReader {
 protected:
  UntypedReader(const Tokens& tokens, WideNumbers wide) : tokens_(tokens), program_(wide) {}
  ~UntypedReader() = default;
  UntypedReader(const UntypedReader&) = delete;
  UntypedReader& operator=(const UntypedReader&) = delete;

  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  [[nodiscard]] const Token& token(std::size_t at) const { return tokens_.list[at]; }
  [[nodiscard]] Cursor cursor(Range range) const { return {tokens_, range.begin, range.end}; }
  /// Whether there is no space between the token and the token in front of it.
  [[nodiscard]] bool touches(std::size_t at) const;
  /// The parts of a range between separators outside of brackets. An empty range has none.
  [[nodiscard]] std::vector<Range> parts(Range range, std::string_view separators) const;
  [[nodiscard]] bool contains(Range range, std::string_view word) const;

  /// Adds one clause for each reading of `read`, and counts readings that fail.
  template <typename Read>
  void add_readings(const Read& read) {
    Alternatives readings;
    std::size_t made = 0;
    do {
      if (made++ == kMaxReadings) return program_.leave_out("more than 64 alternatives");
      alternatives_ = &readings;
      clause_ = {};
      reason_ = {};
      depth_ = 0;
      if (read()) {
        program_.add(std::move(clause_));
      } else {
        program_.leave_out(reason_.empty() ? "an unknown construct" : reason_);
      }
    } while (readings.next());
  }
  /// Stores the reason why the clause cannot be read, unless there is one already. Returns false.
  bool refuse(std::string_view reason);

  /// Reads a sum of products. Adds the literals that compute it to `body`.
  std::optional<Term> expression(Cursor& cursor, std::vector<Literal>& body);
  virtual std::optional<Term> primary(Cursor& cursor, std::vector<Literal>& body) = 0;
  /// Reads an operator such as `*` or `/`; nullopt if there is none at the cursor.
  virtual std::optional<Operator> product_operator(Cursor& cursor) = 0;
  std::optional<Term> compute(Operator op, const Term& left, const Term& right, std::vector<Literal>& body);
  std::optional<Term> negate(Cursor& cursor, std::vector<Literal>& body);
  std::optional<Term> integer(const Token& token);
  /// The content of a quoted text, without escapes.
  [[nodiscard]] static std::string unquoted(std::string_view text);

  static constexpr std::size_t kMaxReadings = 64;
  static constexpr std::size_t kMaxDepth = 100;  ///< of nested expressions and bodies

  const Tokens& tokens_;
  UntypedProgram program_;
  UntypedClause clause_;
  Alternatives* alternatives_ = nullptr;
  std::size_t depth_ = 0;
  std::string reason_;

 private:
  std::optional<Term> product(Cursor& cursor, std::vector<Literal>& body);
};

/// Reads a seed with a reader of tokens.
template <typename Reader>
Result<SeedReading> read_tokens(std::string_view text, std::string_view file, const LexicalRules& rules) {
  const Result<Tokens> tokens = tokenize(text, file, rules);
  if (!tokens) return tokens.error();
  return Reader(*tokens).run();
}

[[nodiscard]] Result<SeedReading> read_muz_seed(std::string_view text, std::string_view file);
[[nodiscard]] Result<SeedReading> read_bddbddb_seed(std::string_view text, std::string_view file);
[[nodiscard]] Result<SeedReading> read_gringo_seed(std::string_view text, std::string_view file);
[[nodiscard]] Result<SeedReading> read_prolog_seed(std::string_view text, std::string_view file);
[[nodiscard]] Result<SeedReading> read_sql_seed(std::string_view text, std::string_view file);

}  // namespace assay::datalog
