#include "core/reduce/text_edits.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "assay/base/hash.hpp"

namespace assay::core {
namespace {

using Edit = TextEdit;

/// The text with edits, which do not overlap.
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

/// The next edits from `at` on that overlap neither each other nor `taken`, at most `most`. Advances `at`.
std::vector<Edit> next_group(const std::vector<Edit>& edits, const std::vector<Edit>& taken, std::size_t& at,
                             std::size_t most) {
  std::vector<Edit> group;
  while (at < edits.size() && group.size() < most) {
    const Edit& edit = edits[at++];
    if (!overlaps(edit, group) && !overlaps(edit, taken)) group.push_back(edit);
  }
  return group;
}

/// For each edit, the number of edits that contain it.
std::vector<std::size_t> levels_of(const std::vector<Edit>& edits) {
  std::vector<std::size_t> levels;
  for (const Edit& edit : edits)
    levels.push_back(static_cast<std::size_t>(std::count_if(edits.begin(), edits.end(), [&](const Edit& other) {
      return other.begin <= edit.begin && edit.end <= other.end && other.end - other.begin > edit.end - edit.begin;
    })));
  return levels;
}

/// The edits of a text by kind. A rewriting of the whole text is tried alone: before all other edits (`first`), or, if
/// it follows an edit of another kind in the list, after them (`last`).
struct SortedEdits {
  std::vector<Edit> first, deletions, replacements, last;
};
SortedEdits sorted(const std::vector<Edit>& edits, std::size_t size) {
  SortedEdits made;
  for (const Edit& edit : edits) {
    const bool whole = edit.begin == 0 && edit.end == size;
    const bool behind = !made.deletions.empty() || !made.replacements.empty();
    if (whole) {
      (behind ? made.last : made.first).push_back(edit);
    } else {
      (edit.text.empty() ? made.deletions : made.replacements).push_back(edit);
    }
  }
  return made;
}

class EditReducer {
 public:
  EditReducer(std::string text, const std::function<bool(const std::string&)>& fails, ReductionClock& clock)
      : text_(std::move(text)), fails_(fails), clock_(clock) {}

  /// One round; returns whether it made the text smaller. It continues with the kind of edits that helped last instead
  /// of the first kind: edits that did not help before seldom help afterwards. It ends after all kinds had their turn
  /// on one text.
  bool round(const std::vector<Edit>& edits) {
    const SortedEdits kinds = sorted(edits, text_.size());
    for (std::size_t tried = 0; tried < kKinds; ++tried, kind_ = (kind_ + 1) % kKinds)
      if (helps(kinds)) return true;
    return false;
  }

  std::string text_;

 private:
  static constexpr std::size_t kKinds = 4;

  /// Whether edits of the current kind made the text smaller.
  bool helps(const SortedEdits& kinds) {
    if (kind_ == 0) return rewrite(kinds.first, first_from_);
    if (kind_ == 3) return rewrite(kinds.last, last_from_);
    std::vector<Edit> taken;
    const bool deletes = kind_ == 1;
    if (deletes) leave_out(kinds.deletions, taken);
    if (!deletes) pass(kinds.replacements, 1, taken);
    if (taken.empty()) return false;
    // A removal makes further removals possible; replacements have all been tried.
    if (!deletes) kind_ = (kind_ + 1) % kKinds;
    return take(with_edits(text_, taken));
  }

  bool take(std::string smaller) {
    text_ = std::move(smaller);
    return true;
  }

  /// Tries texts from the position `from` on, once around, and moves `from` to the accepted text.
  bool rewrite(const std::vector<Edit>& texts, std::size_t& from) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::size_t at = (from + i) % texts.size();
      if (!still_fails(texts[at].text)) continue;
      from = at;
      return take(texts[at].text);
    }
    return false;
  }

  void leave_out(const std::vector<Edit>& deletions, std::vector<Edit>& taken) {
    const std::vector<std::size_t> levels = levels_of(deletions);
    const std::size_t deepest = levels.empty() ? 0 : *std::max_element(levels.begin(), levels.end());
    for (std::size_t level = 0; level <= deepest; ++level) {
      std::vector<Edit> here;
      for (std::size_t i = 0; i < deletions.size(); ++i)
        if (levels[i] == level) here.push_back(deletions[i]);
      for (std::size_t size = std::max<std::size_t>(1, here.size() / 2); size > 0; size /= 2) pass(here, size, taken);
    }
  }

  /// Whether the text still fails. No text is tried twice.
  bool still_fails(const std::string& candidate) {
    if (candidate.size() >= text_.size() || !tried_.insert(hash_bytes(candidate)).second) return false;
    return clock_.take() && fails_(candidate);
  }

  /// Tries all edits once, `size` at a time, and collects those with which the text still fails.
  void pass(const std::vector<Edit>& edits, std::size_t size, std::vector<Edit>& taken) {
    std::size_t length = with_edits(text_, taken).size();
    for (std::size_t at = 0; at < edits.size() && !clock_.is_over();) {
      std::vector<Edit> together = next_group(edits, taken, at, size);
      if (together.empty()) break;
      together.insert(together.end(), taken.begin(), taken.end());
      const std::string candidate = with_edits(text_, together);
      if (candidate.size() >= length || !still_fails(candidate)) continue;
      taken = std::move(together);
      length = candidate.size();
    }
  }

  const std::function<bool(const std::string&)>& fails_;
  ReductionClock& clock_;
  std::set<std::uint64_t> tried_;
  std::size_t kind_ = 0;                        ///< the current kind, in the order of SortedEdits
  std::size_t first_from_ = 0, last_from_ = 0;  ///< positions in the lists of rewritings
};

}  // namespace

std::string reduce_by_edits(std::string text, const std::function<std::vector<TextEdit>(const std::string&)>& edits_of,
                            const std::function<bool(const std::string&)>& fails, ReductionClock& clock) {
  EditReducer reducer(std::move(text), fails, clock);
  while (!clock.is_over() && reducer.round(edits_of(reducer.text_))) continue;
  return std::move(reducer.text_);
}

}  // namespace assay::core
