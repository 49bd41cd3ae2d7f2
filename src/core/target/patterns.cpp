#include "assay/core/target/patterns.hpp"

#include <re2/re2.h>

#include <utility>

#include "assay/base/check.hpp"
#include "assay/base/text.hpp"

namespace assay::core {
namespace {

std::unique_ptr<const re2::RE2> compiled(const std::string& pattern) {
  re2::RE2::Options options;
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  return std::make_unique<const re2::RE2>(pattern, options);
}

bool found(const re2::RE2& expression, std::string_view line) {
  return re2::RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), expression);
}

}  // namespace

struct PatternList::Row {
  std::unique_ptr<const re2::RE2> expression;
  std::string meaning;
};

std::optional<std::string> pattern_problem(const std::string& pattern) {
  const auto expression = compiled(pattern);
  return expression->ok() ? std::nullopt : std::optional(expression->error());
}

PatternList::PatternList(const std::vector<OutputPattern>& rows) {
  rows_.reserve(rows.size());
  for (const OutputPattern& row : rows) {
    rows_.push_back({compiled(row.pattern), row.meaning});
    ASSAY_CHECK(rows_.back().expression->ok(), "a definition with the bad pattern '" + row.pattern + "' was let in");
  }
}

PatternList::~PatternList() = default;
PatternList::PatternList(PatternList&& other) noexcept = default;
PatternList& PatternList::operator=(PatternList&& other) noexcept = default;

PatternList::Match PatternList::find(const std::vector<std::string_view>& lines) const {
  for (const Row& row : rows_) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (found(*row.expression, lines[i])) return {i, &row.meaning};
    }
  }
  return {};
}

bool PatternList::matches(std::string_view line) const {
  for (const Row& row : rows_) {
    if (found(*row.expression, line)) return true;
  }
  return false;
}

bool matches_lines(const std::string& pattern, std::string_view text) {
  const auto expression = compiled(pattern);
  if (!expression->ok()) return false;
  for (const std::string_view line : split(text, '\n')) {
    if (found(*expression, line)) return true;
  }
  return false;
}

}  // namespace assay::core
