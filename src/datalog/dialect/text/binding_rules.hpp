#pragma once

#include <string_view>

#include "datalog/dialect/text/ordering.hpp"
#include "datalog/dialect/text/writer.hpp"

namespace assay::datalog {

/// The syntax of a language that distinguishes between binding a variable and testing its value.
struct BindingStyle {
  std::string_view bind_before = {};      ///< "var "
  std::string_view bind_between = " = ";  ///< between the variable and its value
  std::string_view bind_after = {};
  std::string_view test_before = {};  ///< "if (", before a comparison
  std::string_view test_after = {};   ///< ")"
};

/// Writes a rule with its literals in the order of left_to_right().
void write_binding_rule(Writer& writer, const Rule& rule, const BindingStyle& style);

/// Writes a string in double quotes with C's escapes, a number, or a float.
void write_plain_constant(Writer& writer, const Term& term);

}  // namespace assay::datalog
