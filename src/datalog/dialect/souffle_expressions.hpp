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
#include "datalog/dialect/lexer.hpp"
#include "datalog/dialect/souffle_clauses.hpp"

namespace assay::datalog {

/// A term, or what computes one; the result is filled in when it is known what it is compared with.
using Side = std::variant<Term, Computation, Aggregate, Call>;

/// Reads atoms, comparisons and what stands in them, with the names of one clause's variables. Types are not known yet
/// (souffle_typing).
class ExpressionReader {
 public:
  ExpressionReader(const Program& program, const ClauseContext& context, Cursor cursor)
      : cursor_(cursor), context_(context), program_(program) {}

 protected:
  void outside(std::string_view what, const Token* at = nullptr) {
    if (!error_) error_ = error_at(context_.file, (at != nullptr ? *at : cursor_.peek()).where, what);
  }

  [[nodiscard]] bool at_atom() const;
  /// Its arguments' computations are in computed_ then.
  Atom read_atom();
  /// A plain comparison; equations with something computed go to `body`, and nothing is returned.
  std::optional<Comparison> read_comparison(std::vector<Literal>& body);
  /// `match(a, b)` or `contains(a, b)`, if it stands here.
  std::optional<Call> read_constraint();
  /// `true` or `false`, if it stands here.
  std::optional<bool> read_truth();
  /// What arguments are computed by, since it was last asked.
  void add_computed(std::vector<Literal>& body);

  Cursor cursor_;
  std::optional<Error> error_;
  std::vector<Literal> computed_;  ///< what arguments are computed by, beside the literal that is read
  std::vector<std::string_view> names_;

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
  std::size_t depth_ = 0;      ///< of brackets in expressions
  bool in_aggregate_ = false;  ///< no place for computations of their own
  std::unordered_map<std::string_view, std::uint32_t> variables_;
};

}  // namespace assay::datalog
