#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace assay::smt {

/// A list or an atom of a script.
struct TextNode {
  std::size_t begin = 0, end = 0;     ///< in the text
  std::size_t last = 0;               ///< position after the last node inside of it
  std::vector<std::size_t> children;  ///< of a list, in order
};

/// The expressions of a script as text, without sorts and meaning.
struct TextTree {
  std::string_view text;
  std::vector<TextNode> nodes;  ///< in the order of their begins. Node 0 has the commands as its children.
  bool is_balanced = true;      ///< every list, string and quoted symbol is closed, and no parenthesis is too many

  [[nodiscard]] std::string_view text_of(std::size_t node) const {
    return text.substr(nodes[node].begin, nodes[node].end - nodes[node].begin);
  }
  [[nodiscard]] const std::vector<std::size_t>& children(std::size_t node) const { return nodes[node].children; }
  /// The commands of a script.
  [[nodiscard]] const std::vector<std::size_t>& top() const { return children(0); }
  /// The atom at the begin of a list; empty for other nodes.
  [[nodiscard]] std::string_view head(std::size_t node) const;
};

/// Reads a text whose parentheses are balanced; what follows a parenthesis too many is left out. Iterative, linear.
[[nodiscard]] TextTree text_tree(std::string_view text);
/// The same; without commands if the text is not balanced.
[[nodiscard]] TextTree balanced_text_tree(std::string_view text);

}  // namespace assay::smt
