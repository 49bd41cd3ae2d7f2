#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::smt {

/// The number of a node of a TokenTree: an atom or a list.
using NodeId = std::uint32_t;

/// The s-expressions of a text (proofs, signatures of rules), as one flat array, so that no operation recurses. The
/// words need not be SMT-LIB: `1/2`, `@t1` and `eo::define` are atoms. The text must outlive the tree.
class TokenTree {
 public:
  /// An Error, with the line, for parentheses, strings or quoted symbols that do not end.
  [[nodiscard]] static Result<TokenTree> parse(std::string_view text);

  [[nodiscard]] const std::vector<NodeId>& roots() const { return roots_; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] bool is_list(NodeId node) const { return nodes_[node].is_list; }
  /// The node's part of the text.
  [[nodiscard]] std::string_view text(NodeId node) const { return nodes_[node].text; }
  /// The line of its first character, from 1.
  [[nodiscard]] std::size_t line(NodeId node) const { return nodes_[node].line; }
  /// An Error that names the line.
  [[nodiscard]] Error error_at(NodeId node, const std::string& message) const {
    return Error{"line " + std::to_string(line(node)) + ": " + message, ""};
  }
  /// The parts of a list. Empty for an atom.
  [[nodiscard]] std::vector<NodeId> children(NodeId node) const;
  /// The first part of a list if it is an atom; otherwise empty.
  [[nodiscard]] std::string_view head(NodeId node) const;
  /// The node behind this one and all of its parts.
  [[nodiscard]] NodeId end(NodeId node) const { return nodes_[node].end; }

 private:
  struct Node {
    std::string_view text;
    NodeId end = 0;
    std::uint32_t line = 1;
    bool is_list = false;
  };
  struct Parser;
  std::vector<Node> nodes_;
  std::vector<NodeId> roots_;
};

/// The text as one line: blanks and line ends outside of strings and quoted symbols become one blank, and comments are
/// left out.
[[nodiscard]] std::string on_one_line(std::string_view expression);

}  // namespace assay::smt
