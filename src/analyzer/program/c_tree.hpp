#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/program/c_type.hpp"

namespace assay::analyzer::c {

/// An expression. If its type is arithmetic, `range` contains every value that it has in any run of the program. For a
/// pointer, type and range are meaningless.
struct Expr {
  enum class Form : std::uint8_t { Leaf, Prefix, Postfix, Binary, Conditional, Call, Index, Cast };
  Form form = Form::Leaf;
  std::string text;  ///< of a leaf, an operator or a function; the type of a cast
  Scalar type = Scalar::Int;
  Range range;
  std::vector<Expr> args;
};

[[nodiscard]] Expr leaf(std::string text, Scalar type, const Range& range);
/// A constant of the type; of the promoted type, if C has no literal of the type.
[[nodiscard]] Expr constant(Whole value, Scalar type);
/// A constant of the type that C gives to a decimal literal of this value.
[[nodiscard]] Expr constant(Whole value);
[[nodiscard]] Expr cast(Scalar type, Expr of);
[[nodiscard]] Expr call(std::string function, std::vector<Expr> arguments, Scalar type, const Range& range);
[[nodiscard]] Expr index(Expr array, Expr at, Scalar type, const Range& range);
[[nodiscard]] Expr binary(std::string_view op, Expr a, Expr b, Scalar type, const Range& range);

/// Applies an operator of C. Nullopt if some values in the operands' ranges make it undefined. This keeps programs free
/// of undefined behaviour: 6.5p5 (overflow), 6.5.5 (division), 6.5.7 (shifts).
[[nodiscard]] std::optional<Expr> apply_operator(std::string_view op, const Expr& a, const Expr& b);
[[nodiscard]] std::optional<Expr> apply_operator(std::string_view op, const Expr& a);

struct Stmt {
  enum class Kind : std::uint8_t { Expression, Declare, Jump, If, While, DoWhile, For, Switch, Case, Label, Block };
  Kind kind = Kind::Expression;
  std::string text;         ///< Declare: up to "="; Jump: its words; Case: its labels; Label; For: a declaration's type
  std::vector<Expr> exprs;  ///< condition; initial value; For: three, an empty leaf for a missing one
  std::vector<Stmt> body;   ///< for If: the true branch
  std::vector<Stmt> others;  ///< for If: the false branch
};

/// Prints C, indented by four spaces at each level.
[[nodiscard]] std::string print(const Expr& expression);
void print_statements(const std::vector<Stmt>& statements, unsigned depth, std::string& out);

}  // namespace assay::analyzer::c
