#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::datalog {

/// An atom or a list (SMT-LIB 2.6, section 3.2).
struct Expression {
  std::string_view atom;             ///< strings with quotes, quoted symbols without bars; empty for a list
  std::vector<std::uint32_t> parts;  ///< elements of a list, as positions in Expressions::nodes
  bool is_list = false;
  std::uint32_t line = 0;  ///< line of its first character, counted from 1
};

struct Expressions {
  std::vector<Expression> nodes;
  std::vector<std::uint32_t> top;  ///< the text's commands, as positions in `nodes`

  [[nodiscard]] const Expression& at(std::uint32_t node) const { return nodes[node]; }
  /// The first element of a list, if it is an atom; otherwise empty.
  [[nodiscard]] std::string_view head(std::uint32_t node) const;
};

/// Reads the whole text, in linear time. The result's views point into `text`.
[[nodiscard]] Result<Expressions> read_expressions(std::string_view text, std::string_view file);

}  // namespace assay::datalog
