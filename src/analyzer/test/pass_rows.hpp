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

inline constexpr core::PassRow kBuilds{"builds agree",
                                       "the output and the exit code of the program, built at each level, against the "
                                       "build at -O0; the analyzer states no facts",
                                       "wrong code that this input does not reach, or that all levels share"};

inline constexpr std::array kAll{&kFacts, &kBuilds};

}  // namespace assay::analyzer::passes
