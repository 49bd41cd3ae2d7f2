#include "analyzer/check/edit/c_edits.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "analyzer/check/edit/c_foldings.hpp"
#include "analyzer/check/edit/c_rewrites.hpp"
#include "analyzer/check/edit/c_tables.hpp"

namespace assay::analyzer {
namespace {

using Edit = Analyzer::Edit;

constexpr std::array<std::string_view, 5> kLoops = {"ForStmt", "WhileStmt", "DoStmt", "SwitchStmt", "IfStmt"};
constexpr std::array<std::string_view, 3> kLabels = {"CaseStmt", "DefaultStmt", "LabelStmt"};
constexpr std::array<std::string_view, 6> kTopLevel = {"FunctionDecl",  "VarDecl",     "RecordDecl",
                                                       "CXXRecordDecl", "TypedefDecl", "EnumDecl"};

template <std::size_t kSize>
bool is_one_of(const std::array<std::string_view, kSize>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_statement(std::string_view kind) { return kind.ends_with("Stmt"); }

class EditMaker {
 public:
  explicit EditMaker(const CTree& tree) : tree_(tree), tables_(counted_tables(tree)) {}

  std::vector<Edit> all() {
    for (std::size_t i = 1; i < tree_.nodes().size(); ++i) {
      const CNode& node = tree_.node(i);
      if (node.in_macro || node.end <= node.begin) continue;
      const CNode& parent = tree_.node(node.parent);
      depth_ = depth_of(i);
      if (node.parent == 0 && is_one_of(kTopLevel, node.kind)) replace(whole(node), "");
      if (node.kind == "FieldDecl") replace(whole(node), "");
      if (parent.kind == "CompoundStmt") replace(whole(node), "");
      if (node.kind == "CompoundStmt") shorter_block(node, parent);
      if (is_one_of(kLabels, node.kind)) without_label(node);
      if (is_one_of(kLoops, node.kind)) parts_of_statement(node);
      if (is_statement(node.kind) || is_in_counted_table(i)) continue;
      if (parent.kind == "InitListExpr" || parent.kind == "CallExpr") without_comma(node);
      if (!node.type.empty() && !node.kind.ends_with("Decl")) smaller_expressions(node);
    }
    std::stable_sort(ranked_.begin(), ranked_.end(), [](const Ranked& a, const Ranked& b) {
      return std::pair(a.category, a.depth) < std::pair(b.category, b.depth);
    });
    std::vector<Edit> edits;
    for (std::string& text : c_rewrites(tree_)) edits.push_back({0, tree_.source().size(), std::move(text)});
    // In C++, each set of headers is precompiled, which costs as much as some steps, so removals of headers come last.
    if (!tree_.is_cpp()) without_directives(edits);
    for (Ranked& one : ranked_) edits.push_back(std::move(one.edit));
    for (std::string& text : tables_.shorter) edits.push_back({0, tree_.source().size(), std::move(text)});
    for (std::string& text : c_foldings(tree_)) edits.push_back({0, tree_.source().size(), std::move(text)});
    if (tree_.is_cpp()) without_one_directive(edits);
    return edits;
  }

 private:
  /// Deletions come before replacements of statements, which come before replacements of expressions.
  struct Ranked {
    int category = 0;
    std::size_t depth = 0;
    Edit edit;
  };

  [[nodiscard]] std::size_t depth_of(std::size_t index) const {
    std::size_t depth = 0;
    for (; index != 0; index = tree_.node(index).parent) ++depth;
    return depth;
  }

  [[nodiscard]] bool is_in_counted_table(std::size_t index) const {
    while (index != 0 && !tables_.lists.contains(index)) index = tree_.node(index).parent;
    return index != 0;
  }

  /// Removals of the preprocessor's lines, which are not in the tree.
  void without_directives(std::vector<Edit>& edits) const {
    const std::string& text = tree_.source();
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
      if (text[begin] == '#') edits.push_back({begin, end, {}});
      begin = end;
    }
  }

  /// For each line of the preprocessor, the whole text without this line.
  void without_one_directive(std::vector<Edit>& edits) const {
    std::vector<Edit> lines;
    without_directives(lines);
    for (const Edit& line : lines) {
      const std::string& text = tree_.source();
      edits.push_back({0, text.size(), text.substr(0, line.begin) + text.substr(line.end)});
    }
  }

  void replace(Edit range, std::string text, int category = 2) {
    if (text.empty()) category = 0;
    range.text = std::move(text);
    if (tree_.source().substr(range.begin, range.end - range.begin) != range.text)
      ranked_.push_back({category, depth_, std::move(range)});
  }
  static Edit range_of(const CNode& node) { return {node.begin, node.end, {}}; }

  /// The range with the semicolon that ends the node, and with the rest of its line if that is blank.
  Edit whole(const CNode& node) const {
    Edit edit = range_of(node);
    const std::size_t next = tree_.skip_space(node.end);
    const std::string& text = tree_.source();
    if (next < text.size() && text[next] == ';') edit.end = next + 1;
    std::size_t line_end = edit.end;
    while (line_end < text.size() && (text[line_end] == ' ' || text[line_end] == '\t')) ++line_end;
    std::size_t line_begin = edit.begin;
    while (line_begin > 0 && (text[line_begin - 1] == ' ' || text[line_begin - 1] == '\t')) --line_begin;
    if (line_end < text.size() && text[line_end] == '\n' && (line_begin == 0 || text[line_begin - 1] == '\n')) {
      edit.begin = line_begin;
      edit.end = line_end + 1;
    }
    return edit;
  }

  /// Replaces a function's body by an empty one, and a block by its content.
  void shorter_block(const CNode& node, const CNode& parent) {
    const std::string_view text = tree_.text(node);
    if (text.size() < 2) return;
    if (parent.kind == "CompoundStmt" || is_one_of(kLabels, parent.kind))
      replace(range_of(node), std::string(text.substr(1, text.size() - 2)), 1);
    if (is_one_of(kLoops, parent.kind)) without_braces(node);
    const bool function = parent.kind == "FunctionDecl";
    if (node.children.empty() && text.size() > 2) replace(range_of(node), function ? "{}" : ";", 1);
    const bool whole_result = parent.type.starts_with("struct ") || parent.type.starts_with("union ");
    if (parent.kind == "FunctionDecl" && parent.name != "main" && !whole_result)
      replace(range_of(node), parent.type.starts_with("void (") ? "{ }" : "{ return 0; }", 1);
  }

  /// Replaces a body of one statement by that statement.
  void without_braces(const CNode& node) {
    if (node.children.size() != 1) return;
    const CNode& only = tree_.node(node.children.front());
    if (only.in_macro || only.end <= only.begin || only.kind == "DeclStmt") return;
    const std::size_t end = tree_.end_of_statement(node.children.front());
    replace(range_of(node), tree_.source().substr(only.begin, end - only.begin), 1);
  }

  /// Replaces a labelled statement by the statement behind the label.
  void without_label(const CNode& node) {
    if (node.children.empty()) return;
    const CNode& labelled = tree_.node(node.children.back());
    if (!labelled.in_macro && labelled.begin > node.begin && labelled.end <= node.end)
      replace({node.begin, labelled.begin, {}}, "");
  }

  /// Replaces a `switch` by the statement behind a label, for each label.
  void cases_of(const CNode& node, const Edit& range) {
    const CNode& body = tree_.node(node.children.back());
    for (const std::size_t child : body.children) {
      const CNode* label = &tree_.node(child);
      if (!is_one_of(kLabels, label->kind) || label->in_macro) continue;
      while (is_one_of(kLabels, label->kind) && !label->children.empty()) label = &tree_.node(label->children.back());
      if (label->in_macro || label->end <= label->begin) continue;
      std::string text(tree_.text(*label));
      const bool block = label->kind == "CompoundStmt" && text.size() >= 2;
      replace(range, block ? text.substr(1, text.size() - 2) + "\n" : text + ";\n", 1);
    }
  }

  /// Replaces a `for` by its first iteration: its initialisation, and its body.
  void first_turn(const CNode& node, const Edit& range) {
    const CNode& begin = tree_.node(node.children.front());
    const CNode& body = tree_.node(node.children.back());
    if (begin.in_macro || body.in_macro || begin.kind.empty() || begin.end <= begin.begin) return;
    const std::string_view text = tree_.text(body);
    std::string made(tree_.text(begin));
    if (!made.ends_with(';')) made += ';';
    const bool block = body.kind == "CompoundStmt" && text.size() >= 2;
    replace(range, made + " " + std::string(block ? text.substr(1, text.size() - 2) : text) + (block ? "\n" : ";\n"),
            1);
  }

  /// Replaces an `if` by a branch, a loop by its body, and both by their condition.
  void parts_of_statement(const CNode& node) {
    const Edit range = whole(node);
    if (node.kind == "ForStmt" && !node.children.empty()) first_turn(node, range);
    if (node.kind == "SwitchStmt" && !node.children.empty()) cases_of(node, range);
    for (const std::size_t child : node.children) {
      const CNode& part = tree_.node(child);
      if (part.in_macro || part.end <= part.begin) continue;
      std::string text(tree_.text(part));
      if (part.kind == "CompoundStmt" && text.size() >= 2) replace(range, text.substr(1, text.size() - 2) + "\n", 1);
      if (part.kind != "CompoundStmt") replace(range, text + ";\n", 1);
    }
    if (node.kind == "IfStmt" && node.children.size() == 3) {
      const CNode& then = tree_.node(node.children[1]);
      if (!then.in_macro && then.end <= node.end && then.kind == "CompoundStmt") replace({then.end, node.end, {}}, "");
    }
  }

  /// Removes an argument or an element of a list, with a comma.
  void without_comma(const CNode& node) {
    const CNode& parent = tree_.node(node.parent);
    if (parent.kind == "CallExpr" && &tree_.node(parent.children.front()) == &node) return;
    const std::string& text = tree_.source();
    const std::size_t next = tree_.skip_space(node.end);
    if (next < text.size() && text[next] == ',') replace({node.begin, next + 1, {}}, "");
    std::size_t before = node.begin;
    while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\n')) --before;
    if (before > 0 && text[before - 1] == ',') replace({before - 1, node.end, {}}, "");
  }

  /// Replaces `*&x` by `x`; `pointer` may have casts and parentheses around `&x`.
  void what_is_pointed_to(const Edit& range, std::size_t pointer) {
    constexpr std::array<std::string_view, 3> kBetween = {"ParenExpr", "ImplicitCastExpr", "CStyleCastExpr"};
    while (is_one_of(kBetween, tree_.node(pointer).kind) && tree_.first_child(pointer) != CTree::kNone)
      pointer = tree_.first_child(pointer);
    const CNode& address = tree_.node(pointer);
    if (address.kind != "UnaryOperator" || address.opcode != "&" || address.in_macro) return;
    const CNode& object = tree_.node(address.children.front());
    if (!object.in_macro && object.end > object.begin) replace(range, std::string(tree_.text(object)));
  }

  void smaller_expressions(const CNode& node) {
    if (node.kind == "ImplicitCastExpr") return;
    const Edit range = range_of(node);
    for (const std::size_t child : node.children) {
      const CNode& operand = tree_.node(child);
      if (operand.in_macro || operand.begin < node.begin || operand.end > node.end || operand.type.empty()) continue;
      replace(range, std::string(tree_.text(operand)));
      if (node.opcode == "*") what_is_pointed_to(range, child);
    }
    if (node.lvalue || tree_.text(node).size() < 2) return;
    for (const char* constant : {"0", "1"}) replace(range, constant);
  }

  const CTree& tree_;
  CountedTables tables_;
  std::vector<Ranked> ranked_;
  std::size_t depth_ = 0;
};

}  // namespace

std::vector<Edit> c_edits(const CTree& tree) { return EditMaker(tree).all(); }

}  // namespace assay::analyzer
