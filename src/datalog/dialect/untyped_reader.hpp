#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "datalog/dialect/lexer.hpp"
#include "datalog/dialect/untyped_program.hpp"

namespace assay::datalog {

/// Which of several readings of a clause is made: a pool, an interval or a disjunction is a clause for each of its
/// alternatives. The clause is read again until next() says that there is none left.
class Alternatives {
 public:
  /// Of `count` alternatives, the one of this reading.
  std::size_t choose(std::size_t count);
  /// False: all have been read.
  bool next();

 private:
  std::vector<std::pair<std::size_t, std::size_t>> chosen_;  ///< and of how many
  std::size_t position_ = 0;
};

/// What the readers of rules with tokens share (gringo, Prolog, bddbddb's form): a clause, read as far as the tree
/// goes, or the reason why not.
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
  /// Whether the token begins where the one in front of it ends.
  [[nodiscard]] bool touches(std::size_t at) const;
  /// The parts of a range between separators outside of brackets. An empty range has none.
  [[nodiscard]] std::vector<Range> parts(Range range, std::string_view separators) const;
  [[nodiscard]] bool contains(Range range, std::string_view word) const;

  /// Makes one clause for each reading of `read`, and counts what cannot be read.
  template <typename Read>
  void add_readings(const Read& read) {
    Alternatives readings;
    std::size_t made = 0;
    do {
      if (made++ == kMostReadings) return program_.leave_out("more than 64 alternatives");
      alternatives_ = &readings;
      clause_ = {};
      reason_ = {};
      depth_ = 0;
      if (read()) {
        program_.add(std::move(clause_));
      } else {
        program_.leave_out(reason_.empty() ? "a construct that is not known" : reason_);
      }
    } while (readings.next());
  }
  /// Says why the clause cannot be read: the first reason counts. False.
  bool refuse(std::string_view reason);

  /// A sum of products; what it computes goes into `body`.
  std::optional<Term> expression(Cursor& cursor, std::vector<Literal>& body);
  virtual std::optional<Term> primary(Cursor& cursor, std::vector<Literal>& body) = 0;
  /// `*`, `/` and the like at the cursor.
  virtual std::optional<Operator> product_operator(Cursor& cursor) = 0;
  std::optional<Term> compute(Operator op, const Term& left, const Term& right, std::vector<Literal>& body);
  std::optional<Term> negate(Cursor& cursor, std::vector<Literal>& body);
  std::optional<Term> integer(const Token& token);
  /// Of a quoted text, what it stands for.
  [[nodiscard]] static std::string unquoted(std::string_view text);

  static constexpr std::size_t kMostReadings = 64;
  static constexpr std::size_t kDeepest = 100;

  const Tokens& tokens_;
  UntypedProgram program_;
  UntypedClause clause_;
  Alternatives* alternatives_ = nullptr;
  std::size_t depth_ = 0;
  std::string reason_;

 private:
  std::optional<Term> product(Cursor& cursor, std::vector<Literal>& body);
};

[[nodiscard]] Result<SeedReading> read_muz_seed(std::string_view text, std::string_view file);
[[nodiscard]] Result<SeedReading> read_bddbddb_seed(std::string_view text, std::string_view file);
[[nodiscard]] Result<SeedReading> read_gringo_seed(std::string_view text, std::string_view file);
[[nodiscard]] Result<SeedReading> read_prolog_seed(std::string_view text, std::string_view file);

}  // namespace assay::datalog
