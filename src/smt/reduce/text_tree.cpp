#include "smt/reduce/text_tree.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "smt/solver/script_shape.hpp"

namespace assay::smt {
namespace {

/// The offset of the next expression or closing parenthesis.
std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_space(text[at]) || text[at] == ';'))
    at = text[at] == ';' ? std::min(text.find('\n', at), text.size()) : at + 1;
  return at;
}

}  // namespace

std::string_view TextTree::head(std::size_t node) const {
  const std::vector<std::size_t>& children = nodes[node].children;
  if (children.empty() || text[nodes[children.front()].begin] == '(') return {};
  return text_of(children.front());
}

TextTree text_tree(std::string_view text) {
  TextTree tree{text, {{0, text.size(), 0, {}}}};
  std::vector<std::size_t> open = {0};
  for (std::size_t at = skip_blanks(text, 0); at < text.size(); at = skip_blanks(text, at)) {
    if (text[at] == ')') {
      if (open.size() == 1) break;
      tree.nodes[open.back()].end = ++at;
      tree.nodes[open.back()].last = tree.nodes.size();
      open.pop_back();
      continue;
    }
    const std::size_t node = tree.nodes.size();
    tree.nodes[open.back()].children.push_back(node);
    const bool is_list = text[at] == '(';
    const std::size_t end = is_list ? text.size() : std::min(skip_expression(text, at), text.size());
    tree.nodes.push_back({at, end, node + 1, {}});
    if (is_list) open.push_back(node);
    at = is_list ? at + 1 : end;
  }
  for (const std::size_t node : open) tree.nodes[node].last = tree.nodes.size();
  return tree;
}

}  // namespace assay::smt
