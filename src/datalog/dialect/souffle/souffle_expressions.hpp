#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/datalog/program.hpp"
#include "datalog/dialect/souffle/souffle_clauses.hpp"
#include "datalog/dialect/text/lexer.hpp"

namespace assay::datalog {

/// One side of a comparison: a term, or a formula whose result is filled in later.
using Side = std::variant<Term, Computation, Aggregate, Call>;

/// Reads the atoms, comparisons and expressions of one clause. infer_types() sets the types of terms later.
class ExpressionReader {
 public:
  ExpressionReader(const Program& program, const ClauseContext& context, Cursor cursor)
      : cursor_(cursor), context_(context), program_(program) {}

 protected:
  /// Stores the first construct that cannot be read. `at` null: at the cursor.
  void refuse(std::string_view what, const Token* at = nullptr) {
    if (!error_) error_ = error_at(context_.file, (at != nullptr ? *at : cursor_.peek()).where, what);
  }

  [[nodiscard]] bool at_atom() const;
  /// Reads an atom. The literals that compute its arguments are added to computed_.
  Atom read_atom();
  /// Reads a comparison of two terms. An equation with a formula goes to `body` instead, and the result is nullopt.
  std::optional<Comparison> read_comparison(std::vector<Literal>& body);
  /// Reads `match(a, b)` or `contains(a, b)`; nullopt if there is none at the cursor.
  std::optional<Call> read_constraint();
  /// Reads `true` or `false`; nullopt if there is none at the cursor.
  std::optional<bool> read_truth();
  /// Moves the literals in computed_ to `body`.
  void add_computed(std::vector<Literal>& body);

  Cursor cursor_;
  std::optional<Error> error_;
  std::vector<Literal> computed_;        ///< literals that compute arguments of the current literal
  std::vector<std::string_view> names_;  ///< by variable; empty for variables without a name in the text

 private:
  Side read_expression(int level);
  Side read_factor();
  Side read_negated();
  Side combined(std::string_view op, Term left, Term right);
  Side read_extremum(Operator op);
  std::optional<Side> read_call();
  Side read_branch();
  Terms read_arguments(std::string_view close, bool wildcards);
  Side read_aggregate(Aggregator aggregator);
  void read_aggregated(Aggregate& out, bool braces);
  Term term_of(Side side);
  Term fresh();
  Term read_argument(bool wildcard);
  Term read_term();
  Term read_constant();
  Term read_number(bool negative);
  Term read_variable();
  void add_equation(Side& left, Side& right, std::vector<Literal>& body);

  const ClauseContext& context_;
  const Program& program_;
  std::size_t depth_ = 0;      ///< nesting depth of expressions
  bool in_aggregate_ = false;  ///< true: computed arguments are refused
  std::unordered_map<std::string_view, std::uint32_t> variables_;
};

}  // namespace assay::datalog
