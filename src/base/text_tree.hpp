#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay {

/// A list or an atom of a text of symbolic expressions.
struct TextNode {
  std::size_t begin = 0, end = 0;     ///< in the text
  std::size_t last = 0;               ///< position after the last node inside of it
  std::uint32_t line = 1;             ///< of its first character, from 1
  std::vector<std::size_t> children;  ///< of a list, in order
};

/// The symbolic expressions of a text (an SMT-LIB script, a proof, muZ's rules), without sorts and meaning. Atoms are
/// words, strings and quoted symbols; comments begin with `;`. The text must outlive the tree.
struct TextTree {
  std::string_view text;
  std::vector<TextNode> nodes;  ///< in the order of their begins. Node 0 has the commands as its children.
  /// Nullopt if the text is balanced. Otherwise the offset of the first string or quoted symbol without an end, or of a
  /// parenthesis that closes nothing; or the size of the text, if a list is not closed.
  std::optional<std::size_t> problem;

  [[nodiscard]] std::string_view text_of(std::size_t node) const {
    return text.substr(nodes[node].begin, nodes[node].end - nodes[node].begin);
  }
  [[nodiscard]] bool is_list(std::size_t node) const { return node == 0 || text[nodes[node].begin] == '('; }
  [[nodiscard]] const std::vector<std::size_t>& children(std::size_t node) const { return nodes[node].children; }
  /// The commands of a script.
  [[nodiscard]] const std::vector<std::size_t>& top() const { return children(0); }
  /// The atom at the begin of a list; empty for other nodes.
  [[nodiscard]] std::string_view head(std::size_t node) const {
    const bool begins_with_atom = !children(node).empty() && !is_list(children(node).front());
    return begins_with_atom ? text_of(children(node).front()) : std::string_view();
  }
};

/// Reads a text; what follows a parenthesis too many is left out. Iterative, linear.
[[nodiscard]] TextTree text_tree(std::string_view text);
/// The same; without commands if the text is not balanced.
[[nodiscard]] TextTree balanced_text_tree(std::string_view text);

}  // namespace assay
