#pragma once

#include <array>

#include "core/case/case.hpp"

namespace assay::smt::passes {

inline constexpr core::PassRow kNothingAsked{"the script has no check", "the target takes the script", {}};
inline constexpr core::PassRow kReplies{"the last answer is not `sat`, or no model was asked for",
                                        "each answer against the truth of its check, where the truth is known",
                                        "answers to checks whose truth nobody knows (a reservation), but for "
                                        "contradictions between the target's own answers "
                                        "and those of other targets"};
inline constexpr core::PassRow kModel{
    "the last answer is `sat`, and a model was asked for",
    "each answer against its truth, and the last one by the model: Assay's evaluator makes every active assertion true",
    {}};
inline constexpr core::PassRow kModelOpen{
    "the last answer is `sat`, and the model that was asked for could not be judged",
    "each answer against its truth: the last check is not known to be unsatisfiable",
    "the model (a reservation, with the reason)"};
inline constexpr core::PassRow kCore{
    "the last answer is `unsat`, and a core was asked for",
    "each answer against its truth; the core has every assertion that the contradiction needs",
    "whether a core is minimal, where the target does not promise it"};
inline constexpr core::PassRow kCoreOpen{
    "the last answer is `unsat`, and no core came that was asked for, or one with needless assertions",
    "each answer against its truth", "the core (a reservation, with the reason)"};

inline constexpr core::PassRow kCertificates{
    "the target gave a certificate for each request of the script",
    "each answer against its truth; no point was found at which a certificate breaks its conditions",
    {}};
inline constexpr core::PassRow kCertificatesOpen{"a certificate did not come, or could not be judged",
                                                 "each answer against its truth, and the other certificates",
                                                 "that certificate (a reservation, with the reason)"};

inline constexpr std::array kAll{&kNothingAsked, &kReplies,  &kModel,        &kModelOpen,
                                 &kCore,         &kCoreOpen, &kCertificates, &kCertificatesOpen};

}  // namespace assay::smt::passes
