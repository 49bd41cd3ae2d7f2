#include "shell_words.hpp"

#include <utility>

namespace assay::analyzer {

std::vector<std::string> shell_words(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (quote == '\0' && space) {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
      continue;
    }
    in_word = true;
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      const char next = command[++i];
      if (quote == '"' && next != '"' && next != '\\' && next != '$' && next != '`') word += c;
      word += next;
    } else if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else {
      word += c;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

}  // namespace assay::analyzer
