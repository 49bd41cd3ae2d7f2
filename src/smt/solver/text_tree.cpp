#include "smt/solver/text_tree.hpp"

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
      if (open.size() == 1) {
        tree.is_balanced = false;
        break;
      }
      tree.nodes[open.back()].end = ++at;
      tree.nodes[open.back()].last = tree.nodes.size();
      open.pop_back();
      continue;
    }
    const std::size_t node = tree.nodes.size();
    tree.nodes[open.back()].children.push_back(node);
    const bool is_list = text[at] == '(';
    const std::size_t after = is_list ? text.size() : skip_expression(text, at);
    const std::size_t end = std::min(after, text.size());
    tree.is_balanced = tree.is_balanced && end == after;
    tree.nodes.push_back({at, end, node + 1, {}});
    if (is_list) open.push_back(node);
    at = is_list ? at + 1 : end;
  }
  for (const std::size_t node : open) tree.nodes[node].last = tree.nodes.size();
  tree.is_balanced = tree.is_balanced && open.size() == 1;
  return tree;
}

TextTree balanced_text_tree(std::string_view text) {
  TextTree tree = text_tree(text);
  if (!tree.is_balanced) tree.nodes[0].children.clear();
  return tree;
}

}  // namespace assay::smt
