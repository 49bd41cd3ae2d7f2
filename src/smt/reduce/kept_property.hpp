#pragma once

#include <string>

#include "core/case/case.hpp"

namespace assay::smt {

/// A case of open truth, which no query follows.
[[nodiscard]] core::Case case_of_open_truth(std::string text, std::string logic);

}  // namespace assay::smt
