#pragma once

#include <array>

#include "core/case/case.hpp"
#include "datalog/fuzz/case/case_text.hpp"

namespace assay::datalog::passes {

inline constexpr core::PassRow kReference{
    "a program and Assay's own evaluation", "every printed relation has the tuples that Assay's evaluation gives", {}};
inline constexpr core::PassRow kMetamorphic{
    "a program and its mutant",
    "the printed relations are equal, smaller or larger than the original's, as the mutation says",
    "an error that both results share"};
inline constexpr core::PassRow kOptions{"one program, with and without the engine's options",
                                        "all printed relations are equal", "an error that both results share"};
inline constexpr core::PassRow kIncremental{"a relation's rules alone, over the printed results of all others",
                                            "the relation is equal to the one that the whole program gives",
                                            "an error that both results share"};

inline constexpr std::array kAll{&kReference, &kMetamorphic, &kOptions, &kIncremental};

constexpr const core::PassRow& row_of(Question question) {
  switch (question) {
    case Question::Reference: return kReference;
    case Question::Metamorphic: return kMetamorphic;
    case Question::Options: return kOptions;
    case Question::Incremental: break;
  }
  return kIncremental;
}

}  // namespace assay::datalog::passes
