#include "core/target/change.hpp"

#include <algorithm>
#include <array>

namespace assay::core {

std::string_view name(Change change) {
  switch (change) {
    case Change::Same: return "same";
    case Change::Contradicts: return "contradicts";
    case Change::Lost: return "lost";
    case Change::Slower: return "slower";
    case Change::Gained: return "gained";
    case Change::Faster: return "faster";
    case Change::NotComparable: break;
  }
  return "not-comparable";
}

const std::vector<Change>& all_changes() {
  static const std::vector<Change> all = {Change::Contradicts, Change::Lost, Change::Slower,       Change::Gained,
                                          Change::Faster,      Change::Same, Change::NotComparable};
  return all;
}

Change change_between(const ComparedRun& before, const ComparedRun& now, const SlowRule& rule) {
  if (!before.refusal.empty() || !now.refusal.empty()) return Change::NotComparable;
  if (before.rejected != now.rejected) return Change::NotComparable;
  bool lost = false, gained = false;
  const auto answer = [](const ComparedRun& run, std::size_t i) {
    return i < run.answers.size() ? std::string_view(run.answers[i]) : std::string_view();
  };
  for (std::size_t i = 0; i < std::max(before.answers.size(), now.answers.size()); ++i) {
    const std::string_view old = answer(before, i), fresh = answer(now, i);
    if (!old.empty() && !fresh.empty() && old != fresh) return Change::Contradicts;
    lost = lost || (!old.empty() && fresh.empty());
    gained = gained || (old.empty() && !fresh.empty());
  }
  if (!before.values.empty() && !now.values.empty() && before.values != now.values) return Change::Contradicts;
  if (lost) return Change::Lost;
  if (gained) return Change::Gained;
  const bool answered = before.ending.empty() && now.ending.empty();
  if (answered && rule.holds(now.seconds_on_input(), before.seconds_on_input())) return Change::Slower;
  if (answered && rule.holds(before.seconds_on_input(), now.seconds_on_input())) return Change::Faster;
  return Change::Same;
}

}  // namespace assay::core
