#include "shape.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace assay::analyzer {

std::string shape_of(std::string_view text) {
  constexpr std::array<std::string_view, 12> kWords = {"for",  "while",  "do",     "goto",   "switch", "break",
                                                       "else", "static", "struct", "return", "union",  "phi"};
  std::set<std::string_view> found;
  std::string word;
  const auto take = [&] {
    const auto* at = std::find(kWords.begin(), kWords.end(), word);
    if (at != kWords.end() && *at != "return") found.insert(*at);
    word.clear();
  };
  for (const char c : text) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') {
      word += c;
    } else {
      take();
    }
  }
  take();
  std::string shape;
  for (const std::string_view one : found) shape += (shape.empty() ? "" : ", ") + std::string(one);
  return shape;
}

}  // namespace assay::analyzer
