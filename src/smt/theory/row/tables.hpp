#pragma once

#include <vector>

#include "assay/smt/operator.hpp"

namespace assay::smt {

// The rows of each theory, in the order of the standard's text. operator_registry.cpp joins them.
[[nodiscard]] std::vector<OperatorRow> core_rows();
[[nodiscard]] std::vector<OperatorRow> arithmetic_rows();
[[nodiscard]] std::vector<OperatorRow> bit_vectors_rows();
[[nodiscard]] std::vector<OperatorRow> floating_point_rows();
[[nodiscard]] std::vector<OperatorRow> arrays_rows();
[[nodiscard]] std::vector<OperatorRow> strings_rows();
[[nodiscard]] std::vector<OperatorRow> regex_rows();
[[nodiscard]] std::vector<OperatorRow> sequences_rows();
[[nodiscard]] std::vector<OperatorRow> sets_rows();
[[nodiscard]] std::vector<OperatorRow> relations_rows();
[[nodiscard]] std::vector<OperatorRow> tuples_rows();
[[nodiscard]] std::vector<OperatorRow> bags_rows();
[[nodiscard]] std::vector<OperatorRow> nullables_rows();
[[nodiscard]] std::vector<OperatorRow> finite_fields_rows();
[[nodiscard]] std::vector<OperatorRow> pseudo_boolean_rows();
[[nodiscard]] std::vector<OperatorRow> higher_order_rows();

}  // namespace assay::smt
