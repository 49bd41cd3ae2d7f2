#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/case/budget.hpp"

namespace assay::core {

/// Replaces the bytes from `begin` to `end` (exclusive) of a text.
struct TextEdit {
  std::size_t begin = 0, end = 0;
  std::string text;
};

/// Reduces a text by edits. `edits_of` gives the candidates for a text, the most promising first; `fails` tests whether
/// a text still fails. Four kinds of edits take turns until none helps: rewritings of the whole text, one at a time;
/// deletions, outer before inner, in halves, quarters, and so on (hierarchical delta debugging: Misherghi and Su, HDD,
/// ICSE 2006; with the chunks of Zeller and Hildebrandt's ddmin); replacements; and rewritings that follow them in
/// the list. After a success, the same kind goes on. No text is tried twice, and each accepted text is smaller, so the
/// reduction ends.
[[nodiscard]] std::string reduce_by_edits(std::string text,
                                          const std::function<std::vector<TextEdit>(const std::string&)>& edits_of,
                                          const std::function<bool(const std::string&)>& fails, ReductionClock& clock);

}  // namespace assay::core
