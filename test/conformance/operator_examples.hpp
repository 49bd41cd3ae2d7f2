#pragma once

#include <string_view>
#include <vector>

namespace assay::smt {

/// One line of an operator's documentation that can be run: a ground expression and the value that the standard gives
/// it, both in SMT-LIB. The value "unspecified" says that the standard leaves it open.
struct OperatorExample {
  std::string_view expression;
  std::string_view value;
  /// Names of solvers, separated by spaces, that are known to answer something else, and why in a comment beside.
  std::string_view except = {};
};

/// The examples of one theory. The tables together have at least one example of each row of the registry.
struct ExampleTable {
  std::string_view theory;
  std::string_view preamble;  ///< commands that declare what the expressions use
  std::vector<OperatorExample> examples;
  std::string_view logic = "ALL";
};

// One file a theory: operator_examples_<theory>.cpp.
[[nodiscard]] const ExampleTable& core_examples();
[[nodiscard]] const ExampleTable& arithmetic_examples();
[[nodiscard]] const ExampleTable& bit_vectors_examples();
[[nodiscard]] const ExampleTable& floating_point_examples();
[[nodiscard]] const ExampleTable& arrays_examples();
[[nodiscard]] const ExampleTable& datatypes_examples();
[[nodiscard]] const ExampleTable& strings_examples();
[[nodiscard]] const ExampleTable& regex_examples();
[[nodiscard]] const ExampleTable& sequences_examples();
[[nodiscard]] const ExampleTable& sets_examples();
[[nodiscard]] const ExampleTable& relations_examples();
[[nodiscard]] const ExampleTable& tuples_examples();
[[nodiscard]] const ExampleTable& bags_examples();
[[nodiscard]] const ExampleTable& nullables_examples();
[[nodiscard]] const ExampleTable& finite_fields_examples();
[[nodiscard]] const ExampleTable& pseudo_boolean_examples();
[[nodiscard]] const ExampleTable& higher_order_examples();
[[nodiscard]] const ExampleTable& higher_order_sets_examples();
[[nodiscard]] const ExampleTable& higher_order_bags_examples();
[[nodiscard]] const ExampleTable& higher_order_sequences_examples();

}  // namespace assay::smt
