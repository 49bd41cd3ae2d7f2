#pragma once

#include <string>
#include <vector>

#include "conformance/operator_examples.hpp"

namespace assay::smt {

/// All tables, in the order of the registry's theories.
[[nodiscard]] inline std::vector<const ExampleTable*> example_tables() {
  return {&core_examples(),
          &arithmetic_examples(),
          &bit_vectors_examples(),
          &floating_point_examples(),
          &arrays_examples(),
          &datatypes_examples(),
          &strings_examples(),
          &regex_examples(),
          &sequences_examples(),
          &sets_examples(),
          &relations_examples(),
          &tuples_examples(),
          &bags_examples(),
          &nullables_examples(),
          &finite_fields_examples(),
          &pseudo_boolean_examples(),
          &higher_order_examples(),
          &higher_order_sets_examples(),
          &higher_order_bags_examples(),
          &higher_order_sequences_examples()};
}

/// Whether the example has a value to compare with.
[[nodiscard]] inline bool has_value(const OperatorExample& example) { return example.value != "unspecified"; }

/// "(= expression value)", or "(= expression expression)" where the value is open.
[[nodiscard]] inline std::string equation(const OperatorExample& example) {
  const std::string_view right = has_value(example) ? example.value : example.expression;
  return "(= " + std::string(example.expression) + " " + std::string(right) + ")";
}

}  // namespace assay::smt
