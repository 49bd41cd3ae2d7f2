#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/check/tree/c_tree.hpp"
#include "analyzer_arithmetic.hpp"

namespace assay::analyzer {

using Index = std::size_t;
using MaybeRange = std::optional<ValueRange>;

/// The analysis state at a point. A variable without an entry may have any value of its type.
struct PointState {
  bool reachable = true;
  std::map<std::uint64_t, ValueRange> values;
};

inline PointState join(const PointState& left, const PointState& right) {
  if (!left.reachable) return right;
  if (!right.reachable) return left;
  PointState joined;
  for (const auto& [id, range] : left.values)
    if (const auto other = right.values.find(id); other != right.values.end())
      joined.values.emplace(id, join(range, other->second));
  return joined;
}

inline bool is_loop(const CNode& node) {
  return node.kind == "ForStmt" || node.kind == "WhileStmt" || node.kind == "DoStmt";
}
inline bool is_comparison(std::string_view op) {
  return op == "<" || op == ">" || op == "<=" || op == ">=" || op == "==" || op == "!=";
}
inline std::string_view negated(std::string_view op) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kPairs = {
      {{"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}, {"==", "!="}, {"!=", "=="}}};
  for (const auto& [one, other] : kPairs)
    if (one == op) return other;
  return op;
}
inline std::string_view mirrored(std::string_view op) {
  return op == "<" ? ">" : op == ">" ? "<" : op == "<=" ? ">=" : op == ">=" ? "<=" : op;
}

/// Navigation in a syntax tree.
class TreeView {
 protected:
  explicit TreeView(const CTree& tree) : tree_(tree) {}

  [[nodiscard]] const CNode& node(Index i) const { return tree_.node(i); }
  [[nodiscard]] Index child(Index i, std::size_t which) const { return node(i).children.at(which); }
  [[nodiscard]] MaybeRange whole(Index i) const {
    const std::optional<CInteger> type = c_integer(node(i).type);
    return type ? MaybeRange(ValueRange::of(*type)) : std::nullopt;
  }
  [[nodiscard]] Index bare(Index i) const {
    while (node(i).kind == "ParenExpr" || node(i).kind == "ConstantExpr") i = child(i, 0);
    return i;
  }
  template <typename Wanted>
  [[nodiscard]] bool any_below(Index i, const Wanted& wanted) const {
    if (wanted(node(i))) return true;
    return std::any_of(node(i).children.begin(), node(i).children.end(),
                       [&](Index below) { return any_below(below, wanted); });
  }
  [[nodiscard]] bool has(Index i, std::string_view kind) const {
    return any_below(i, [&](const CNode& one) { return one.kind == kind; });
  }
  static bool writes(const CNode& one) {
    return one.kind == "CompoundAssignOperator" || one.opcode == "=" || one.opcode == "++" || one.opcode == "--";
  }

  /// A case label inside of a loop of its switch: the loop is entered elsewhere than at its head.
  [[nodiscard]] bool is_inner_case(const CNode& one) const {
    if (one.kind != "CaseStmt" && one.kind != "DefaultStmt") return false;
    for (Index at = one.parent; node(at).kind != "SwitchStmt" && at != 0; at = node(at).parent)
      if (is_loop(node(at))) return true;
    return false;
  }
  [[nodiscard]] MaybeRange literal(Index i) const {
    std::string text(tree_.text(node(i)));
    while (!text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos) text.pop_back();
    const bool octal_or_hexadecimal = text.size() > 1 && text[0] == '0';
    const std::optional<Wide> value = octal_or_hexadecimal ? std::nullopt : wide_from(text);
    return value ? MaybeRange(ValueRange::between(*value, *value)) : whole(i);
  }

  const CTree& tree_;
};

}  // namespace assay::analyzer
