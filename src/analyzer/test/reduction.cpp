#include "reduction.hpp"

#include <algorithm>

namespace assay::analyzer {
namespace {

using Edit = Analyzer::Edit;

/// The text with edits that do not overlap, given by their beginnings.
std::string with_edits(const std::string& text, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string made;
  std::size_t done = 0;
  for (const Edit& edit : edits) {
    made.append(text, done, edit.begin - done);
    made += edit.text;
    done = edit.end;
  }
  return made.append(text, done, std::string::npos);
}

bool overlaps(const Edit& edit, const std::vector<Edit>& others) {
  return std::any_of(others.begin(), others.end(),
                     [&](const Edit& other) { return edit.begin < other.end && other.begin < edit.end; });
}

/// From `at` on, the next edits that fit together and beside those taken, at most `most`. Moves `at`.
std::vector<Edit> next_group(const std::vector<Edit>& edits, const std::vector<Edit>& taken, std::size_t& at,
                             std::size_t most) {
  std::vector<Edit> group;
  while (at < edits.size() && group.size() < most) {
    const Edit& edit = edits[at++];
    if (!overlaps(edit, group) && !overlaps(edit, taken)) group.push_back(edit);
  }
  return group;
}

/// Tries all edits once, `size` at a time; those that keep what is wanted are taken together.
std::vector<Edit> pass_over(const std::string& text, const std::vector<Edit>& edits, std::size_t size,
                            const std::function<bool(const std::string&)>& fails, core::ReductionClock& clock) {
  std::vector<Edit> taken;
  std::size_t length = text.size();
  for (std::size_t at = 0; at < edits.size();) {
    std::vector<Edit> together = next_group(edits, taken, at, size);
    if (together.empty()) break;
    together.insert(together.end(), taken.begin(), taken.end());
    const std::string candidate = with_edits(text, together);
    if (candidate.size() >= length) continue;
    if (!clock.take()) break;
    if (!fails(candidate)) continue;
    taken = std::move(together);
    length = candidate.size();
  }
  return taken;
}

}  // namespace

std::string reduce_by_edits(std::string text,
                            const std::function<std::vector<Analyzer::Edit>(const std::string&)>& edits_of,
                            const std::function<bool(const std::string&)>& fails, core::ReductionClock& clock) {
  constexpr std::size_t kLargestGroup = 16;
  std::size_t size = kLargestGroup;
  while (!clock.is_over()) {
    const std::vector<Edit> taken = pass_over(text, edits_of(text), size, fails, clock);
    if (!taken.empty()) text = with_edits(text, taken);
    if (taken.empty() && size == 1) break;
    size = std::max<std::size_t>(1, size / 2);
  }
  return text;
}

}  // namespace assay::analyzer
