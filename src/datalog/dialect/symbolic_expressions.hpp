#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::datalog {

/// An atom, or a list (SMT-LIB 2.6, section 3.2): nodes of one text, by position.
struct Expression {
  std::string_view atom;  ///< of a list empty; a string with its quotes, a quoted symbol without its bars
  std::vector<std::uint32_t> parts;
  bool is_list = false;
  std::uint32_t line = 0;  ///< of its first character, counted from 1
};

struct Expressions {
  std::vector<Expression> nodes;
  std::vector<std::uint32_t> top;  ///< the text's commands

  [[nodiscard]] const Expression& at(std::uint32_t node) const { return nodes[node]; }
  /// The first atom of a list; empty where it has none.
  [[nodiscard]] std::string_view head(std::uint32_t node) const;
};

/// The whole text, in linear time. Views point into it.
[[nodiscard]] Result<Expressions> read_expressions(std::string_view text, std::string_view file);

}  // namespace assay::datalog
