#include "base/similar.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace assay {
namespace {

/// The optimal string alignment distance (a restricted Damerau-Levenshtein distance), row by row.
std::size_t edit_distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> before_last;
  std::vector<std::size_t> last;
  std::vector<std::size_t> row(other.size() + 1);
  for (std::size_t j = 0; j <= other.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    before_last = std::move(last);
    last = row;
    row[0] = i;
    for (std::size_t j = 1; j <= other.size(); ++j) {
      const bool same = one[i - 1] == other[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
      if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> most_similar(std::string_view word, const std::vector<std::string>& names) {
  constexpr std::size_t kMaxNameBytes = 80;  // longer words are no misspelt names
  if (word.empty() || word.size() > kMaxNameBytes) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  const std::string lower = to_lower(word);
  for (const std::string& name : names) {
    if (name.size() > kMaxNameBytes) continue;
    const std::size_t distance = edit_distance(lower, to_lower(name));
    if (distance >= best_distance || distance >= name.size()) continue;
    best_distance = distance;
    best = name;
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  const std::optional<std::string> name = most_similar(word, names);
  return name ? "did you mean '" + *name + "'? " : std::string();
}

}  // namespace assay
