#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/datalog/generate.hpp"
#include "case_text.hpp"

namespace assay::datalog {

// Labels that a campaign counts, and from which it says whether its cases were vacuous.
inline constexpr const char* kNonEmpty = "expected result = not empty";
inline constexpr const char* kEmpty = "expected result = empty";
inline constexpr const char* kChanges = "expansion or contraction = changes the result";
inline constexpr const char* kKeeps = "expansion or contraction = keeps the result";

/// What a case is about: transformations, what its rules use (features_of the original), and whether there is anything
/// to see.
[[nodiscard]] std::vector<std::string> labels_of(const OpenCase& open, const Generated& base,
                                                 const std::vector<std::string>& features,
                                                 const EvaluationLimits& limits);

/// Whether the size of the output relation differs between the base, whose values are known, and the program made from
/// it. Nothing where the reference cannot say, or the relation is gone.
[[nodiscard]] std::optional<bool> changes_output(const Generated& base, const Program& transformed,
                                                 const EvaluationLimits& limits);

/// What a program uses: "negation", "recursion", ... in alphabetical order.
[[nodiscard]] std::vector<std::string> features_of(const Program& program);
/// Of a reduced program: what it is likely to fail for. Qualifiers that the reducer could not do without, else a
/// contradiction (an atom and its negation in one body), else all that it uses.
[[nodiscard]] std::vector<std::string> telling_features(const Program& program);

}  // namespace assay::datalog
