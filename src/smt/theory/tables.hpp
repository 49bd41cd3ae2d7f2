#pragma once

#include <vector>

#include "assay/smt/operator.hpp"

namespace assay::smt {

// Each theory's rows, in the order of the standard's text. registry.cpp joins them.
[[nodiscard]] const std::vector<OperatorRow>& core_rows();
[[nodiscard]] const std::vector<OperatorRow>& arithmetic_rows();
[[nodiscard]] const std::vector<OperatorRow>& bit_vectors_rows();
[[nodiscard]] const std::vector<OperatorRow>& floating_point_rows();
[[nodiscard]] const std::vector<OperatorRow>& arrays_rows();
[[nodiscard]] const std::vector<OperatorRow>& strings_rows();
[[nodiscard]] const std::vector<OperatorRow>& regex_rows();
[[nodiscard]] const std::vector<OperatorRow>& sequences_rows();

}  // namespace assay::smt
