#pragma once

#include <array>

#include "core/case/case.hpp"

namespace assay::analyzer::passes {

inline constexpr core::PassRow kFacts{
    "facts were reached in a run of the program",
    "each value that the runs had, against every fact that the analyzer states there; of compilers also the output of "
    "the "
    "builds",
    "facts that no run reached, and alarms that are missing of errors that no run made"};

inline constexpr std::array kAll{&kFacts};

}  // namespace assay::analyzer::passes
