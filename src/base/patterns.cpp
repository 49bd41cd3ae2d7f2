#include "assay/base/patterns.hpp"

#include "assay/base/check.hpp"
#include "assay/base/text.hpp"

namespace assay {
namespace {

constexpr std::size_t kLongestLine = 1000;

bool search(std::string_view line, const std::regex& expression) {
  line = line.substr(0, kLongestLine);
  return std::regex_search(line.begin(), line.end(), expression);
}

}  // namespace

PatternList::PatternList(const std::vector<OutputPattern>& rows) {
  rows_.reserve(rows.size());
  for (const OutputPattern& row : rows) {
    try {
      rows_.push_back({std::regex(row.pattern), row.meaning});
    } catch (const std::regex_error&) {
      ASSAY_CHECK(false, "a definition with the bad pattern '" + row.pattern + "' was let in");
    }
  }
}

PatternList::Match PatternList::find(const std::vector<std::string_view>& lines) const {
  for (const Row& row : rows_) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (search(lines[i], row.expression)) return {i, &row.meaning};
    }
  }
  return {};
}

bool PatternList::matches(std::string_view line) const {
  for (const Row& row : rows_) {
    if (search(line, row.expression)) return true;
  }
  return false;
}

bool matches_lines(const std::string& pattern, std::string_view text) {
  try {
    const std::regex expression(pattern);
    for (const std::string_view line : split(text, '\n')) {
      if (search(line, expression)) return true;
    }
  } catch (const std::regex_error&) {
    return false;
  }
  return false;
}

}  // namespace assay
