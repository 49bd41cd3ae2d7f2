#pragma once

#include <optional>
#include <string>
#include <vector>

#include "datalog/fuzz/case/case_text.hpp"
#include "datalog/generate/generate.hpp"

namespace assay::datalog {

// Labels that a campaign counts to report how many of its cases were vacuous.
inline constexpr const char* kNonEmpty = "expected result = not empty";
inline constexpr const char* kEmpty = "expected result = empty";
inline constexpr const char* kChanges = "expansion or contraction = changes the result";
inline constexpr const char* kKeeps = "expansion or contraction = keeps the result";

/// The labels of a case: its transformations, features_of the original, whether the expected result is empty, and
/// whether the transformations change it.
[[nodiscard]] std::vector<std::string> labels_of(const OpenCase& open, const Generated& base,
                                                 const std::vector<std::string>& features,
                                                 const EvaluationLimits& limits);

/// Whether the size of the output relation differs between the base, whose values are known, and the transformed
/// program. Nullopt if the reference cannot evaluate the latter or the relation was removed.
[[nodiscard]] std::optional<bool> changes_output(const Generated& base, const Program& transformed,
                                                 const EvaluationLimits& limits);

/// The language features that a program uses ("negation", "recursion", ...), in alphabetical order.
[[nodiscard]] std::vector<std::string> features_of(const Program& program);
/// True if the program has at least one feature in `features`.
[[nodiscard]] bool has_one_of(const Program& program, const std::vector<std::string>& features);
/// All names that features_of can give.
[[nodiscard]] std::vector<std::string> feature_names();
/// The features that are the likely cause of a reduced program's failure: its qualifiers; without qualifiers, a
/// contradiction (an atom and its negation in one body); else features_of the program.
[[nodiscard]] std::vector<std::string> telling_features(const Program& program);

}  // namespace assay::datalog
