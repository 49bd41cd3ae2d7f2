#include "analyzer/check/tree/c_tree.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/check/tree/c_language.hpp"
#include "analyzer/check/tree/c_tree_reader.hpp"

namespace assay::analyzer {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

/// Expressions whose main token is their first.
constexpr std::array<std::string_view, 12> kNamedByFirstToken = {
    "DeclRefExpr",     "IntegerLiteral",           "CharacterLiteral", "StringLiteral",
    "FloatingLiteral", "CStyleCastExpr",           "PredefinedExpr",   "OffsetOfExpr",
    "StmtExpr",        "UnaryExprOrTypeTraitExpr", "VAArgExpr",        "GenericSelectionExpr"};

/// Expressions whose main token follows their first operand.
constexpr std::array<std::string_view, 7> kNamedAfterFirst = {
    "BinaryOperator", "CompoundAssignOperator", "CallExpr",         "ArraySubscriptExpr",
    "MemberExpr",     "ConditionalOperator",    "CXXMemberCallExpr"};

template <std::size_t kSize>
bool is_named_in(const std::array<std::string_view, kSize>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

Result<CTree> CTree::parse(std::string_view json, std::string_view file, std::string source) {
  Result<std::vector<CNode>> nodes = read_clang_tree(json, file);
  if (!nodes) return nodes.error();
  CTree tree;
  tree.nodes_ = std::move(*nodes);
  tree.source_ = std::move(source);
  tree.is_cpp_ = is_cpp_source(file);
  tree.lines_.push_back(0);
  for (std::size_t i = 0; i < tree.source_.size(); ++i)
    if (tree.source_[i] == '\n') tree.lines_.push_back(i + 1);
  // A node beyond the end of the text cannot be edited.
  for (CNode& node : tree.nodes_)
    if (node.end > tree.source_.size() || node.begin > node.end) node.in_macro = true;
  for (std::size_t i = 1; i < tree.nodes_.size(); ++i)
    if (const std::size_t at = tree.main_token(tree.nodes_[i]); at != kNone) tree.main_tokens_.emplace(at, i);
  return tree;
}

std::size_t CTree::expression_at(std::size_t offset) const {
  const auto found = main_tokens_.find(offset);
  return found == main_tokens_.end() ? kNone : found->second;
}

std::string_view CTree::text(const CNode& node) const {
  if (node.begin > source_.size() || node.end < node.begin) return {};
  return std::string_view(source_).substr(node.begin, node.end - node.begin);
}

std::size_t CTree::skip_space(std::size_t at) const {
  const std::string_view text = source_;
  while (at < text.size()) {
    if (is_blank(text[at])) {
      ++at;
    } else if (text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '\n' || text[at + 1] == '\r')) {
      at += 2;
    } else if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at).starts_with("/*")) {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      break;
    }
  }
  return at;
}

std::size_t CTree::end_of_statement(std::size_t node) const {
  const std::size_t next = skip_space(nodes_[node].end);
  return next < source_.size() && source_[next] == ';' ? next + 1 : nodes_[node].end;
}

std::size_t CTree::first_child(std::size_t node) const {
  return nodes_[node].children.empty() ? kNone : nodes_[node].children.front();
}

std::size_t CTree::main_token(const CNode& node) const {
  if (node.in_macro) return kNone;
  if (is_named_in(kNamedByFirstToken, node.kind)) return node.begin;
  if (node.kind == "UnaryOperator") return node.postfix ? node.end - node.opcode.size() : node.begin;
  if (node.children.empty()) return kNone;
  const CNode& first = nodes_[node.children.front()];
  if (first.in_macro || first.end > node.end) return kNone;
  // The first child is the operator, which may stand anywhere.
  if (node.kind == "CXXOperatorCallExpr") return first.begin;
  // A member access through a `this` that is not written.
  if (node.kind == "MemberExpr" && first.kind == "CXXThisExpr" && first.end == node.end) return node.begin;
  if (!is_named_in(kNamedAfterFirst, node.kind)) return kNone;
  return skip_space(first.end);
}

std::size_t CTree::offset(unsigned line, unsigned column) const {
  if (line == 0 || line > lines_.size() || column == 0) return kNone;
  const std::size_t at = lines_[line - 1] + column - 1;
  const std::size_t end = line < lines_.size() ? lines_[line] : source_.size() + 1;
  return at < end ? at : kNone;
}

unsigned CTree::line(std::size_t offset) const {
  return static_cast<unsigned>(std::upper_bound(lines_.begin(), lines_.end(), offset) - lines_.begin());
}

std::string operation_of(const CNode& node) {
  if (!node.opcode.empty()) {
    if (node.kind != "UnaryOperator") return node.opcode;
    return node.postfix ? "postfix " + node.opcode : "unary " + node.opcode;
  }
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kWords = {{
      {"CallExpr", "call"},
      {"CXXMemberCallExpr", "call"},
      {"CXXOperatorCallExpr", "overloaded operator"},
      {"ArraySubscriptExpr", "[]"},
      {"MemberExpr", "member"},
      {"ConditionalOperator", "?:"},
      {"CStyleCastExpr", "cast"},
      {"DeclRefExpr", "variable"},
      {"UnaryExprOrTypeTraitExpr", "sizeof"},
      {"IntegerLiteral", "literal"},
      {"CharacterLiteral", "literal"},
  }};
  for (const auto& [kind, word] : kWords)
    if (node.kind == kind) return std::string(word);
  return node.kind;
}

}  // namespace assay::analyzer
