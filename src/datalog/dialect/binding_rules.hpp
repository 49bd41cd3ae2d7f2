#pragma once

#include <string_view>

#include "ordering.hpp"
#include "writer.hpp"

namespace assay::datalog {

/// How a language that tells giving a variable its value from testing it writes the two.
struct BindingStyle {
  std::string_view bind_before = {};      ///< "var "
  std::string_view bind_between = " = ";  ///< between the variable and its value
  std::string_view bind_after = {};
  std::string_view test_before = {};  ///< "if ("
  std::string_view test_after = {};   ///< ")"
};

/// A rule, its literals from left to right.
void write_binding_rule(Writer& writer, const Rule& rule, const BindingStyle& style);

/// A string in double quotes with C's escapes, a number, or a float.
void write_plain_constant(Writer& writer, const Term& term);

}  // namespace assay::datalog
