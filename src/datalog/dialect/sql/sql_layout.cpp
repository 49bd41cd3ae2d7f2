#include "datalog/dialect/sql/sql_layout.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace assay::datalog::sql {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::array<std::string_view, 16> kClauses = {"SELECT", "(SELECT", "FROM", "WHERE", "UNION", "GROUP",
                                                       "ORDER",  "AND",     "OR",   "JOIN",  "LEFT",  "CROSS",
                                                       "ON",     "WHEN",    "ELSE", "BEGIN"};

/// The statement's words: parts between spaces that stand outside of texts.
std::vector<std::string_view> words_of(std::string_view statement) {
  std::vector<std::string_view> words;
  std::size_t begin = 0;
  bool text = false;
  for (std::size_t i = 0; i <= statement.size(); ++i) {
    if (i < statement.size() && statement[i] == '\'') text = !text;
    if (i < statement.size() && (text || statement[i] != ' ')) continue;
    words.push_back(statement.substr(begin, i - begin));
    begin = i + 1;
  }
  return words;
}

/// The number of parentheses that the word opens and does not close.
int opened(std::string_view word) {
  int depth = 0;
  bool text = false;
  for (const char c : word) {
    if (c == '\'') text = !text;
    if (!text) depth += c == '(' ? 1 : c == ')' ? -1 : 0;
  }
  return depth;
}

constexpr std::string_view kEnd = ";\n";

/// The position of the first kEnd outside of texts, or else the script's size.
std::size_t end_of_statement(std::string_view script) {
  bool text = false;
  for (std::size_t i = 0; i < script.size(); ++i) {
    if (script[i] == '\'') text = !text;
    if (!text && script.substr(i).starts_with(kEnd)) return i;
  }
  return script.size();
}

/// Begins a line with each arm of a UNION, each member of a WITH list and the statement's own SELECT; else with clauses
/// that would leave the width.
std::string wrapped(std::string_view statement) {
  const std::vector<std::string_view> words = words_of(statement);
  const auto may_break = [&](std::size_t i) {
    return i > 0 &&
           (words[i - 1].ends_with(',') || std::find(kClauses.begin(), kClauses.end(), words[i]) != kClauses.end());
  };
  std::string out;
  std::size_t column = 0;
  int depth = 0;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t size = words[i].size();
    std::size_t end = i + 1;
    for (; end < words.size() && !may_break(end); ++end) size += 1 + words[end].size();
    const bool member = depth == 0 && i > 0 && words[i - 1].ends_with("),") && words[i].find('(') != std::string::npos;
    const bool part =
        words[i] == "UNION" || (depth == 0 && words[i] == "SELECT") || (member && words[i].front() != '(');
    if (i > 0 && (part || column + 1 + size > kWidth)) {
      column = depth == 0 && part ? 0 : 2 + 2 * static_cast<std::size_t>(std::max(0, depth));
      out += '\n' + std::string(column, ' ');
    } else if (i > 0) {
      out += ' ';
      ++column;
    }
    column += size;
    for (const std::size_t first = i; i < end; ++i) {
      if (i > first) out += ' ';
      out += words[i];
      depth += opened(words[i]);
    }
  }
  return out;
}

}  // namespace

std::string wrapped_script(std::string_view script) {
  std::string out;
  while (!script.empty()) {
    const std::size_t end = end_of_statement(script);
    const std::string_view statement = script.substr(0, end);
    out += statement.size() < kWidth ? std::string(statement) : wrapped(statement);
    out += script.substr(end, kEnd.size());
    script.remove_prefix(std::min(script.size(), end + kEnd.size()));
  }
  return out;
}

}  // namespace assay::datalog::sql
