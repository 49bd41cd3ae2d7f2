#pragma once

#include <array>

#include "core/case/case.hpp"

namespace assay::domain::passes {

inline constexpr core::PassRow kLaws{"a program of domain operations",
                                     "each law of the target's description on the elements that the program makes, and "
                                     "each element against the concrete "
                                     "points that are known to be in it",
                                     "laws that no element fits (the table of answers counts them)"};

/// The reservation of a pass with RunResult::cut.
inline constexpr const char* kCut = "steps not judged: the program took more than its share of --timeout";

inline constexpr std::array kAll{&kLaws};

}  // namespace assay::domain::passes
