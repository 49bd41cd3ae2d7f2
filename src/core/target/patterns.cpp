#include "core/target/patterns.hpp"

#include <re2/re2.h>

#include <utility>

#include "assay/base/check.hpp"
#include "base/text.hpp"

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

struct GroupPattern::Compiled {
  std::unique_ptr<const re2::RE2> expression;
};

GroupPattern::GroupPattern(const std::string& pattern)
    : compiled_(std::make_unique<const Compiled>(Compiled{compiled(pattern)})) {
  ASSAY_CHECK(compiled_->expression->ok(), "a definition with the bad pattern '" + pattern + "' was let in");
}
GroupPattern::~GroupPattern() = default;
GroupPattern::GroupPattern(GroupPattern&& other) noexcept = default;
GroupPattern& GroupPattern::operator=(GroupPattern&& other) noexcept = default;

std::optional<std::vector<std::pair<std::string, std::string>>> GroupPattern::match(std::string_view line) const {
  const re2::RE2& expression = *compiled_->expression;
  std::vector<re2::StringPiece> groups(static_cast<std::size_t>(expression.NumberOfCapturingGroups()) + 1);
  if (!expression.Match(re2::StringPiece(line.data(), line.size()), 0, line.size(), re2::RE2::UNANCHORED, groups.data(),
                        static_cast<int>(groups.size())))
    return std::nullopt;
  std::vector<std::pair<std::string, std::string>> named;
  for (const auto& [name, number] : expression.NamedCapturingGroups()) {
    const re2::StringPiece& text = groups[static_cast<std::size_t>(number)];
    if (text.data() != nullptr) named.emplace_back(name, std::string(text.data(), text.size()));
  }
  return named;
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
