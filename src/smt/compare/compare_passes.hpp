#pragma once

#include "core/case/case.hpp"

namespace assay::smt {

inline constexpr core::PassRow kFirstVersion{"`smt compare` ran the first version", "no other version contradicts it",
                                             "the answer"};
inline constexpr core::PassRow kComparedVersion{"`smt compare` ran a further version",
                                                "its answers and its CPU time beside those of the first version",
                                                "the answer, where both give it"};

}  // namespace assay::smt
