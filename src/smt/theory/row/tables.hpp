#pragma once

#include <vector>

#include "assay/smt/operator.hpp"

namespace assay::smt {

// The rows of each theory, in the order of the standard's text. operator_registry.cpp concatenates them.
namespace core_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace arithmetic_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace bit_vectors_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace floating_point_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace arrays_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace strings_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace regex_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace sequences_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace sets_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace relations_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace tuples_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace bags_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace nullables_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace finite_fields_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace pseudo_boolean_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}
namespace higher_order_theory {
[[nodiscard]] const std::vector<OperatorRow>& rows();
}

}  // namespace assay::smt
