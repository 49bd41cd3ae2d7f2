#include "analyzer/check/tree/c_scope.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace assay::analyzer {
namespace {

bool is_label(const CNode& node) {
  return node.kind == "CaseStmt" || node.kind == "DefaultStmt" || node.kind == "LabelStmt";
}

/// Statements whose parts are not all evaluated exactly once, before anything else.
bool is_compound(const CNode& node) {
  constexpr std::array<std::string_view, 6> kKinds = {"CompoundStmt", "ForStmt", "WhileStmt",
                                                      "DoStmt",       "IfStmt",  "SwitchStmt"};
  return std::find(kKinds.begin(), kKinds.end(), node.kind) != kKinds.end();
}

/// The statement behind all labels of `node`.
std::size_t behind_labels(const CTree& tree, std::size_t node) {
  while (is_label(tree.node(node)) && !tree.node(node).children.empty()) node = tree.node(node).children.back();
  return node;
}

/// Collects the meanings of names, from a statement outwards.
class NamesInScope {
 public:
  explicit NamesInScope(const CTree& tree) : tree_(tree) {}

  std::vector<std::size_t> at(std::size_t node) {
    for (std::size_t child = node; child != 0; child = tree_.node(child).parent) {
      const std::size_t parent = tree_.node(child).parent;
      const CNode& around = tree_.node(parent);
      if (around.kind == "CompoundStmt" || around.kind == "ForStmt" || parent == 0) declare_before(around, child);
      if (is_function(around)) declare_before(around, child);
    }
    return std::move(found_);
  }

 private:
  void declare_before(const CNode& around, std::size_t child) {
    const auto end = std::find(around.children.begin(), around.children.end(), child);
    for (auto at = end; at != around.children.begin();) {
      const std::size_t one = *--at;
      const CNode& node = tree_.node(one);
      if (node.kind == "DeclStmt") {
        for (auto inner = node.children.rbegin(); inner != node.children.rend(); ++inner) declare(*inner);
      } else {
        declare(one);
      }
    }
  }
  void declare(std::size_t index) {
    const CNode& node = tree_.node(index);
    if (node.kind == "EnumDecl") {
      for (const std::size_t constant : node.children) names_.insert(tree_.node(constant).name);
      return;
    }
    const bool variable = node.kind == "VarDecl" || node.kind == "ParmVarDecl";
    if (!variable && node.kind != "FunctionDecl" && node.kind != "TypedefDecl") return;
    if (names_.insert(node.name).second && variable && !node.in_macro) found_.push_back(index);
  }

  const CTree& tree_;
  std::set<std::string_view> names_;
  std::vector<std::size_t> found_;
};

}  // namespace

bool is_pointer_type(std::string_view type) { return type.ends_with('*'); }

bool is_floating_type(std::string_view type) {
  constexpr std::array<std::string_view, 6> kHeads = {"float",    "double", "long double",
                                                      "_Complex", "_Float", "__float"};
  return std::any_of(kHeads.begin(), kHeads.end(), [&](std::string_view head) { return type.starts_with(head); });
}

bool is_number_type(std::string_view type) {
  constexpr std::array<std::string_view, 14> kIntegers = {
      "_Bool",        "bool", "char",          "signed char", "unsigned char",      "short",  "unsigned short", "int",
      "unsigned int", "long", "unsigned long", "long long",   "unsigned long long", "wchar_t"};
  return std::find(kIntegers.begin(), kIntegers.end(), type) != kIntegers.end() || type.starts_with("enum ") ||
         is_pointer_type(type);
}

bool is_container_type(std::string_view type) {
  constexpr std::string_view kStd = "std::";
  constexpr std::string_view kInline = "__cxx11::";
  constexpr std::array<std::string_view, 14> kNames = {"vector",
                                                       "basic_string",
                                                       "basic_string_view",
                                                       "array",
                                                       "deque",
                                                       "list",
                                                       "map",
                                                       "set",
                                                       "multimap",
                                                       "multiset",
                                                       "unordered_map",
                                                       "unordered_set",
                                                       "unordered_multimap",
                                                       "unordered_multiset"};
  if (!type.starts_with(kStd)) return false;
  type.remove_prefix(kStd.size());
  if (type.starts_with(kInline)) type.remove_prefix(kInline.size());
  const std::string_view name = type.substr(0, type.find('<'));
  return type.ends_with('>') && std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool is_function(const CNode& node) { return node.kind == "FunctionDecl" || node.kind == "CXXMethodDecl"; }

bool is_listed_statement(const CTree& tree, std::size_t node) {
  const CNode& one = tree.node(node);
  if (node == 0 || one.in_macro || is_label(one)) return false;
  for (std::size_t at = node; at != 0; at = tree.node(at).parent) {
    const CNode& around = tree.node(tree.node(at).parent);
    if (around.kind == "CompoundStmt") return true;
    if (!is_label(around) || around.in_macro || around.children.back() != at) return false;
  }
  return false;
}

std::size_t statement_to_check(const CTree& tree, std::size_t offset) {
  std::size_t best = CTree::kNone;
  for (std::size_t i = 1; i < tree.nodes().size(); ++i) {
    const CNode& one = tree.node(i);
    if (one.in_macro || one.begin > offset || one.end <= offset) continue;
    if (is_listed_statement(tree, behind_labels(tree, i))) best = i;
  }
  if (best == CTree::kNone) return best;
  if (is_label(tree.node(best))) {
    best = behind_labels(tree, best);
    offset = std::max(offset, tree.node(best).begin);
  }
  const CNode& found = tree.node(best);
  if (offset == found.begin || !is_compound(found)) return best;
  // Conditions of branches are evaluated once, before the branches.
  const bool head = (found.kind == "IfStmt" || found.kind == "SwitchStmt") && found.children.size() > 1 &&
                    offset < tree.node(found.children.front()).end;
  return head ? best : CTree::kNone;
}

std::vector<std::size_t> variables_at(const CTree& tree, std::size_t node) { return NamesInScope(tree).at(node); }

std::size_t variable_at(const CTree& tree, std::size_t node, std::string_view name) {
  for (const std::size_t declared : variables_at(tree, node))
    if (tree.node(declared).name == name) return declared;
  return CTree::kNone;
}

}  // namespace assay::analyzer
