#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/base/source.hpp"

namespace assay::smt {

/// An s-expression of a rule file: an atom or a list.
struct Expression {
  bool is_list = false;
  std::string atom;
  std::vector<Expression> items;
  SourceLocation where;

  [[nodiscard]] bool is_atom(std::string_view text) const { return !is_list && atom == text; }
};

/// Parses the expressions of a text. Fails if they are nested deeper than kMaxExpressionDepth, so that traversals may
/// be recursive.
[[nodiscard]] Result<std::vector<Expression>> read_expressions(std::string_view text, const std::string& file);
inline constexpr std::size_t kMaxExpressionDepth = 500;

/// The values of the names of `:for` in one instance of a row.
using Bindings = std::map<std::string, Expression, std::less<>>;

/// The expression with its names replaced, arithmetic over them computed (`n-1`, `2*n`), and negative numbers in
/// SMT-LIB syntax.
[[nodiscard]] Expression instantiated(const Expression& expression, const Bindings& bindings);

[[nodiscard]] std::string text_of(const Expression& expression);

}  // namespace assay::smt
