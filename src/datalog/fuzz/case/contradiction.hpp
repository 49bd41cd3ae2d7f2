#pragma once

#include <string_view>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// A line that the patterns of [[known_bug]] rows can match if has_contradictions() holds for the program.
inline constexpr std::string_view kContradictionLine = "feature: an atom and its negation in one body";

/// Whether the body has an atom and its negation: with the same arguments, with arguments that the body's equalities
/// make the same (`e(x, y), x = y, !e(y, x)`), or with wildcards under the negation. Such a rule derives nothing.
[[nodiscard]] bool contradicts(const Rule& rule);
[[nodiscard]] bool has_contradictions(const Program& program);
/// The program without the rules that contradict themselves: it has the same results.
[[nodiscard]] Program without_contradictions(Program program);

}  // namespace assay::datalog
