#pragma once

#include <array>

#include "core/case/case.hpp"

namespace assay::horn::passes {

inline constexpr core::PassRow kModel{
    "the answer is `sat`, and a model came",
    "the answer against the truth; every clause under the model: proved by Assay or refuted by the references",
    {}};
inline constexpr core::PassRow kModelOpen{"the answer is `sat`, and the model could not be judged",
                                          "the answer against the truth, where it is known",
                                          "the model (a reservation, with the reason)"};
inline constexpr core::PassRow kDerivation{
    "the answer is `unsat`, and a derivation was requested",
    "the answer against the truth; each printed fact follows from earlier facts by a clause",
    {}};
inline constexpr core::PassRow kDerivationOpen{"the answer is `unsat`, and the derivation could not be judged",
                                               "the answer against the truth, where it is known",
                                               "the derivation (a reservation, with the reason)"};
inline constexpr core::PassRow kAnswer{"the answer is `unsat`, and no derivation was requested",
                                       "the answer against the truth, where it is known", "the solver's reasons"};
inline constexpr std::array kAll{&kModel, &kModelOpen, &kDerivation, &kDerivationOpen, &kAnswer};

}  // namespace assay::horn::passes
