#include "smt/checker/proof/token_tree.hpp"

#include <optional>
#include <utility>

namespace assay::smt {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool ends_word(char c) { return is_blank(c) || c == '(' || c == ')' || c == '"' || c == ';' || c == '|'; }

/// The offset behind the string or quoted symbol that begins at `begin`. Nullopt if it does not end.
std::optional<std::size_t> end_of_enclosed(std::string_view text, std::size_t begin) {
  const char end = text[begin];
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] != end) continue;
    if (end == '|' || i + 1 >= text.size() || text[i + 1] != '"') return i + 1;
    ++i;  // a doubled quote is a character of the string
  }
  return std::nullopt;
}

}  // namespace

struct TokenTree::Parser {
  std::string_view text;
  TokenTree tree{};
  std::vector<NodeId> open{};
  std::size_t at = 0;
  std::uint32_t line = 1;

  void begin_node(std::size_t end, bool is_list) {
    const auto id = static_cast<NodeId>(tree.nodes_.size());
    if (open.empty()) tree.roots_.push_back(id);
    tree.nodes_.push_back({text.substr(at, end - at), id + 1, line, is_list});
    if (is_list) open.push_back(id);
  }

  void close_list() {
    Node& node = tree.nodes_[open.back()];
    open.pop_back();
    const auto begin = static_cast<std::size_t>(node.text.data() - text.data());
    node.text = text.substr(begin, at + 1 - begin);
    node.end = static_cast<NodeId>(tree.nodes_.size());
  }

  /// Moves over an atom, whose line is where it begins.
  void move_to(std::size_t end) {
    for (; at < end; ++at)
      if (text[at] == '\n') ++line;
  }

  Status step() {
    const char c = text[at];
    if (is_blank(c)) {
      move_to(at + 1);
    } else if (c == ';') {
      while (at < text.size() && text[at] != '\n') ++at;
    } else if (c == '(') {
      begin_node(at + 1, true);
      ++at;
    } else if (c == ')') {
      if (open.empty()) return Error{"line " + std::to_string(line) + ": a ')' without its '('", ""};
      close_list();
      ++at;
    } else {
      const bool enclosed = c == '"' || c == '|';
      std::optional<std::size_t> end = enclosed ? end_of_enclosed(text, at) : std::optional(at + 1);
      if (!end) return Error{"line " + std::to_string(line) + ": a text in quotes or bars that does not end", ""};
      while (!enclosed && *end < text.size() && !ends_word(text[*end])) ++*end;
      begin_node(*end, false);
      move_to(*end);
    }
    return {};
  }
};

Result<TokenTree> TokenTree::parse(std::string_view text) {
  Parser parser{text};
  while (parser.at < text.size())
    if (Status status = parser.step(); !status) return status.error();
  if (!parser.open.empty()) return parser.tree.error_at(parser.open.back(), "a '(' without its ')'");
  return std::move(parser.tree);
}

std::vector<NodeId> TokenTree::children(NodeId node) const {
  std::vector<NodeId> out;
  if (!is_list(node)) return out;
  for (NodeId at = node + 1; at < nodes_[node].end; at = nodes_[at].end) out.push_back(at);
  return out;
}

std::string_view TokenTree::head(NodeId node) const {
  if (!is_list(node) || nodes_[node].end == node + 1 || is_list(node + 1)) return {};
  return text(node + 1);
}

std::string on_one_line(std::string_view expression) {
  std::string out;
  bool blank = false;
  for (std::size_t i = 0; i < expression.size();) {
    const char c = expression[i];
    if (is_blank(c)) {
      blank = true;
      ++i;
      continue;
    }
    if (c == ';') {
      while (i < expression.size() && expression[i] != '\n') ++i;
      continue;
    }
    if (blank && !out.empty() && out.back() != '(' && c != ')') out += ' ';
    blank = false;
    const std::size_t end = c == '"' || c == '|' ? end_of_enclosed(expression, i).value_or(expression.size()) : i + 1;
    out += expression.substr(i, end - i);
    i = end;
  }
  return out;
}

}  // namespace assay::smt
