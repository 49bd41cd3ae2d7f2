#include "analyzer/check/edit/c_foldings.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "analyzer/check/tree/c_pieces.hpp"
#include "base/ascii.hpp"

namespace assay::analyzer {
namespace {

using Index = std::size_t;

/// A function of the file with one body, all its declarations, and its calls.
struct Function {
  Index body = CTree::kNone;
  Index definition = CTree::kNone;
  std::vector<Index> declarations;
  std::vector<Index> calls;
  bool only_called = true;  ///< its name is used in calls only
};

class FoldingMaker {
 public:
  explicit FoldingMaker(const CTree& tree) : tree_(tree) { collect(); }

  std::vector<std::string> all() {
    std::vector<std::string> texts;
    for (const auto& [name, function] : functions_) {
      if (name == "main" || function.definition == CTree::kNone || !function.only_called) continue;
      for (std::size_t i = 0; i < parameters(function.definition).size(); ++i) {
        if (std::optional<std::string> text = as_given(function, i)) texts.push_back(std::move(*text));
        texts.push_back(without_parameter(function, i, "0"));
      }
      if (std::optional<std::string> text = with_result(function)) texts.push_back(std::move(*text));
      if (std::optional<std::string> text = with_body(function)) texts.push_back(std::move(*text));
    }
    for (Index i = 1; i < tree_.nodes().size(); ++i)
      if (std::optional<std::string> text = without_variable(i)) texts.push_back(std::move(*text));
    if (std::optional<std::string> text = without_stdbool()) texts.push_back(std::move(*text));
    texts.push_back(without_words());
    return texts;
  }

 private:
  void collect() {
    for (Index i = 1; i < tree_.nodes().size(); ++i) {
      const CNode& node = tree_.node(i);
      if (node.kind == "FunctionDecl" && node.parent == 0 && !node.in_macro) {
        Function& function = functions_[node.name];
        function.declarations.push_back(i);
        if (node.children.empty() || tree_.node(node.children.back()).kind != "CompoundStmt") continue;
        function.definition = i;
        function.body = node.children.back();
      }
      if (node.kind != "DeclRefExpr") continue;
      references_[node.referenced_id].push_back(i);
      if (node.referenced_kind != "FunctionDecl") continue;
      const Index call = call_of(i);
      Function& function = functions_[node.referenced];
      if (call == CTree::kNone || tree_.node(call).in_macro) {
        function.only_called = false;
      } else {
        function.calls.push_back(call);
      }
    }
  }

  /// The call whose callee is the name.
  [[nodiscard]] Index call_of(Index name) const {
    Index at = name;
    while (tree_.node(tree_.node(at).parent).kind == "ImplicitCastExpr") at = tree_.node(at).parent;
    const Index outer = tree_.node(at).parent;
    return tree_.node(outer).kind == "CallExpr" && tree_.node(outer).children.front() == at ? outer : CTree::kNone;
  }

  [[nodiscard]] std::vector<Index> parameters(Index function) const {
    std::vector<Index> found;
    for (const Index child : tree_.node(function).children)
      if (tree_.node(child).kind == "ParmVarDecl") found.push_back(child);
    return found;
  }
  [[nodiscard]] std::vector<Index> arguments(Index call) const {
    return {tree_.node(call).children.begin() + 1, tree_.node(call).children.end()};
  }
  [[nodiscard]] std::string text(Index i) const { return std::string(tree_.text(tree_.node(i))); }
  [[nodiscard]] std::string made_of(std::vector<Piece> pieces) const {
    return with_pieces(tree_.source(), std::move(pieces));
  }
  [[nodiscard]] Piece piece(Index i, std::string text) const {
    return {tree_.node(i).begin, tree_.node(i).end, std::move(text)};
  }
  [[nodiscard]] std::vector<Index> references_to(Index declaration) const {
    const auto found = references_.find(tree_.node(declaration).id);
    return found == references_.end() ? std::vector<Index>() : found->second;
  }
  [[nodiscard]] bool is_inside(Index node, Index outer) const {
    return tree_.node(outer).begin <= tree_.node(node).begin && tree_.node(node).end <= tree_.node(outer).end;
  }

  /// Removes one element of a list, with the comma that becomes superfluous.
  [[nodiscard]] Piece without_one(const std::vector<Index>& list, std::size_t i, const char* rest) const {
    const CNode& node = tree_.node(list[i]);
    if (list.size() == 1) return {node.begin, node.end, rest};
    if (i + 1 < list.size()) return {node.begin, tree_.node(list[i + 1]).begin, {}};
    return {tree_.node(list[i - 1]).end, node.end, {}};
  }

  /// Removes a parameter to which the only call passes a constant; its uses become the constant.
  [[nodiscard]] std::optional<std::string> as_given(const Function& function, std::size_t i) const {
    if (function.calls.size() != 1 || i >= arguments(function.calls[0]).size()) return std::nullopt;
    const Index given = arguments(function.calls[0])[i];
    std::vector<std::string> names;
    names_below(given, names);
    if (!names.empty()) return std::nullopt;
    return without_parameter(function, i,
                             "(" + converted(tree_.node(parameters(function.definition)[i]).type, text(given)) + ")");
  }

  /// Removes a parameter and its arguments; its uses become `value`.
  [[nodiscard]] std::string without_parameter(const Function& function, std::size_t i, const std::string& value) const {
    std::vector<Piece> pieces;
    for (const Index declaration : function.declarations) {
      const std::vector<Index> list = parameters(declaration);
      if (i < list.size()) pieces.push_back(without_one(list, i, "void"));
    }
    for (const Index call : function.calls)
      if (const std::vector<Index> list = arguments(call); i < list.size()) pieces.push_back(without_one(list, i, ""));
    for (const Index use : references_to(parameters(function.definition)[i])) pieces.push_back(piece(use, value));
    return made_of(std::move(pieces));
  }

  /// The value with a conversion to the type. Structures have no conversions.
  [[nodiscard]] static std::string converted(const std::string& type, const std::string& value) {
    if (type.starts_with("struct ") || type.starts_with("union ")) return value;
    return "(" + type + ")(" + value + ")";
  }

  /// Replaces the calls of a function that only returns an expression by that expression.
  [[nodiscard]] std::optional<std::string> with_result(const Function& function) const {
    const CNode& body = tree_.node(function.body);
    if (body.children.size() != 1 || tree_.node(body.children[0]).kind != "ReturnStmt") return std::nullopt;
    const CNode& result = tree_.node(body.children[0]);
    if (result.children.empty() || function.calls.empty()) return std::nullopt;
    const CNode& value = tree_.node(result.children[0]);
    const std::vector<Index> list = parameters(function.definition);
    std::vector<Piece> pieces = {piece(function.definition, "")};
    for (const Index call : function.calls) {
      const std::vector<Index> given = arguments(call);
      if (given.size() != list.size() || is_inside(call, function.definition)) return std::nullopt;
      std::vector<Piece> inside;
      for (std::size_t i = 0; i < list.size(); ++i)
        for (const Index use : references_to(list[i]))
          inside.push_back(piece(use, "(" + converted(tree_.node(list[i]).type, text(given[i])) + ")"));
      const std::string made = with_pieces(tree_.source(), value.begin, value.end, std::move(inside));
      pieces.push_back(piece(call, "(" + converted(value.type, made) + ")"));
    }
    return made_of(std::move(pieces));
  }

  void returns_below(Index i, std::vector<Index>& found) const {
    if (tree_.node(i).kind == "ReturnStmt") found.push_back(i);
    for (const Index child : tree_.node(i).children) returns_below(child, found);
  }
  void names_below(Index i, std::vector<std::string>& names) const {
    if (!tree_.node(i).referenced.empty()) names.push_back(tree_.node(i).referenced);
    for (const Index child : tree_.node(i).children) names_below(child, names);
  }

  /// The statement of a call: one in a list, or the body of a loop or a branch. kNone: there is none.
  [[nodiscard]] Index statement_of(Index call) const {
    constexpr std::array<std::string_view, 6> kOuter = {"CompoundStmt", "ForStmt",  "WhileStmt",
                                                        "IfStmt",       "CaseStmt", "DefaultStmt"};
    Index i = call;
    while (i != 0 && std::find(kOuter.begin(), kOuter.end(), tree_.node(tree_.node(i).parent).kind) == kOuter.end())
      i = tree_.node(i).parent;
    if (i == 0 || tree_.node(i).in_macro) return CTree::kNone;
    const CNode& outer = tree_.node(tree_.node(i).parent);
    // Only the body of a loop is evaluated once per iteration.
    const bool body = outer.kind == "CompoundStmt" || outer.children.back() == i ||
                      (outer.kind == "IfStmt" && outer.children.size() == 3 && outer.children[1] == i);
    return body ? i : CTree::kNone;
  }

  /// Inlines the only call of a function: the body goes before the call's statement, and the returned value replaces
  /// the call.
  [[nodiscard]] std::optional<std::string> with_body(const Function& function) const {
    if (function.calls.size() != 1) return std::nullopt;
    const Index call = function.calls[0], statement = statement_of(call);
    const std::vector<Index> list = parameters(function.definition), given = arguments(call);
    if (statement == CTree::kNone || list.size() != given.size() || is_inside(call, function.definition))
      return std::nullopt;
    std::vector<Index> returns;
    returns_below(function.body, returns);
    const CNode& body = tree_.node(function.body);
    if (returns.size() > 1 || (returns.size() == 1 && returns[0] != body.children.back())) return std::nullopt;
    std::vector<std::string> names;
    for (const Index one : given) names_below(one, names);
    std::string block;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (std::find(names.begin(), names.end(), tree_.node(list[i]).name) != names.end()) return std::nullopt;
      block += " " + text(list[i]) + " = " + text(given[i]) + ";";
    }
    const std::size_t end = returns.empty() ? body.end - 1 : tree_.node(returns[0]).begin;
    block += tree_.source().substr(body.begin + 1, end - body.begin - 1);
    const bool value = !returns.empty() && !tree_.node(returns[0]).children.empty();
    const Index returned = value ? tree_.node(returns[0]).children[0] : CTree::kNone;
    const std::string result = value ? as_operand(tree_.node(returned).type, returned) : std::string();
    return in_its_place(function, call, statement, block, result);
  }
  [[nodiscard]] std::optional<std::string> in_its_place(const Function& function, Index call, Index statement,
                                                        const std::string& block, const std::string& result) const {
    const CNode& outer = tree_.node(statement);
    const std::size_t end = tree_.end_of_statement(statement);
    if (statement == call) {
      const std::string rest = result.empty() ? result : result + ";";
      return made_of({piece(function.definition, ""), {outer.begin, end, "{" + block + rest + " }"}});
    }
    if (result.empty()) return std::nullopt;
    std::string whole = block + with_pieces(tree_.source(), outer.begin, end, {piece(call, result)});
    if (outer.kind != "DeclStmt") whole = "{" + whole + " }";
    return made_of({piece(function.definition, ""), {outer.begin, end, whole}});
  }

  /// The text that replaces a name: the value with the necessary conversion and parentheses.
  [[nodiscard]] std::string as_operand(const std::string& type, Index value) const {
    Index at = value;
    while (tree_.node(at).kind == "ImplicitCastExpr") at = tree_.first_child(at);
    const std::string_view kind = tree_.node(at).kind;
    const bool simple = kind == "DeclRefExpr" || kind == "IntegerLiteral" || kind == "ParenExpr";
    if (tree_.node(at).type == type) return simple ? text(value) : "(" + text(value) + ")";
    return "(" + converted(type, text(value)) + ")";
  }

  /// Replaces a variable by its initial value.
  [[nodiscard]] std::optional<std::string> without_variable(Index i) const {
    const CNode& variable = tree_.node(i);
    const CNode& statement = tree_.node(variable.parent);
    if (variable.kind != "VarDecl" || variable.in_macro || variable.children.empty() || statement.children.size() != 1)
      return std::nullopt;
    const bool local = statement.kind == "DeclStmt" && tree_.node(statement.parent).kind == "CompoundStmt";
    const Index value = variable.children.back();
    if (!local || tree_.node(value).kind == "InitListExpr" || tree_.node(value).type.empty()) return std::nullopt;
    std::vector<Piece> pieces = {{statement.begin, statement.end, {}}};
    for (const Index use : references_to(i)) pieces.push_back(piece(use, as_operand(variable.type, value)));
    return made_of(std::move(pieces));
  }

  /// Replaces the words of <stdbool.h> by the language's own.
  [[nodiscard]] std::optional<std::string> without_stdbool() const {
    constexpr std::string_view kHeader = "#include <stdbool.h>\n";
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kWords = {
        {{"bool", "_Bool"}, {"true", "1"}, {"false", "0"}}};
    std::string rest = tree_.source();
    const std::size_t header = rest.find(kHeader);
    if (header == std::string::npos) return std::nullopt;
    rest.erase(header, kHeader.size());
    std::string made;
    for (std::size_t at = 0; at < rest.size();) {
      std::size_t end = at;
      while (end < rest.size() && is_name_part(rest[end])) ++end;
      std::string_view word = std::string_view(rest).substr(at, std::max<std::size_t>(1, end - at));
      at += word.size();
      for (const auto& [from, to] : kWords)
        if (word == from) {
          word = to;
          break;
        }
      made += word;
    }
    return made;
  }
  static bool is_name_part(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

  /// Removes words that matter little for an analysis of one file.
  [[nodiscard]] std::string without_words() const {
    constexpr std::array<std::string_view, 6> kWords = {
        "__attribute__((noinline)) ", "__attribute__((noipa)) ", "static ", "volatile ", "const ", "inline "};
    std::string made = tree_.source();
    for (const std::string_view word : kWords)
      for (std::size_t at = made.find(word); at != std::string::npos; at = made.find(word, at))
        made.erase(at, word.size());
    return made;
  }

  const CTree& tree_;
  std::map<std::string, Function> functions_;
  std::map<std::uint64_t, std::vector<Index>> references_;
};

}  // namespace

std::vector<std::string> c_foldings(const CTree& tree) { return FoldingMaker(tree).all(); }

}  // namespace assay::analyzer
