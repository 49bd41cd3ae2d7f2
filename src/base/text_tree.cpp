#include "base/text_tree.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace assay {
namespace {

/// The offset of the next expression or closing parenthesis.
std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_space(text[at]) || text[at] == ';'))
    at = text[at] == ';' ? std::min(text.find('\n', at), text.size()) : at + 1;
  return at;
}

/// The offset after the word, string or quoted symbol at `at`; npos if it has no end.
std::size_t skip_atom(std::string_view text, std::size_t at) {
  constexpr std::string_view kEnds = " \t\r\n\f\v();\"|";
  const char mark = text[at];
  if (mark != '"' && mark != '|') return std::min(text.find_first_of(kEnds, at), text.size());
  do {
    at = text.find(mark, at + 1);
    if (at == std::string_view::npos) return at;
    ++at;
  } while (mark == '"' && at < text.size() && text[at] == '"');  // a doubled quote is a character of the string
  return at;
}

}  // namespace

TextTree text_tree(std::string_view text) {
  TextTree tree{text, {{0, text.size(), 0, 1, {}}}, std::nullopt};
  std::vector<std::size_t> open = {0};
  std::uint32_t line = 1;
  std::size_t counted = 0;
  for (std::size_t at = skip_blanks(text, 0); at < text.size(); at = skip_blanks(text, at)) {
    if (text[at] == ')') {
      if (open.size() == 1) {
        tree.problem = tree.problem.value_or(at);
        break;
      }
      tree.nodes[open.back()].end = ++at;
      tree.nodes[open.back()].last = tree.nodes.size();
      open.pop_back();
      continue;
    }
    for (; counted < at; ++counted) line += text[counted] == '\n' ? 1U : 0U;
    const std::size_t node = tree.nodes.size();
    tree.nodes[open.back()].children.push_back(node);
    const bool is_list = text[at] == '(';
    const std::size_t end = is_list ? text.size() : skip_atom(text, at);
    if (end == std::string_view::npos) tree.problem = tree.problem.value_or(at);
    tree.nodes.push_back({at, std::min(end, text.size()), node + 1, line, {}});
    if (is_list) open.push_back(node);
    at = is_list ? at + 1 : tree.nodes.back().end;
  }
  for (const std::size_t node : open) tree.nodes[node].last = tree.nodes.size();
  if (open.size() > 1 && !tree.problem) tree.problem = text.size();
  return tree;
}

TextTree balanced_text_tree(std::string_view text) {
  TextTree tree = text_tree(text);
  if (tree.problem) tree.nodes[0].children.clear();
  return tree;
}

}  // namespace assay
