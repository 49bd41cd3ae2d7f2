#include "analyzer/check/source/c_origin.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "analyzer/check/tree/c_scope.hpp"

namespace assay::analyzer {
namespace {

/// Maximum number of variables and operands to follow from one claim; a reduced program needs only a few.
constexpr unsigned kMaxSteps = 20;

template <std::size_t kSize>
bool is_in(const std::array<std::string_view, kSize>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_bool(std::string_view type) { return type == "_Bool" || type == "bool"; }
bool is_unsigned(std::string_view type) { return type.starts_with("unsigned "); }

bool is_comparison(std::string_view opcode) {
  constexpr std::array<std::string_view, 6> kComparisons = {"<", "<=", ">", ">=", "==", "!="};
  return is_in(kComparisons, opcode);
}
bool is_step(const CNode& node) { return node.kind == "UnaryOperator" && (node.opcode == "++" || node.opcode == "--"); }
bool is_assignment(const CNode& node) { return node.kind == "BinaryOperator" && node.opcode == "="; }
bool is_compound_assignment(const CNode& node) { return node.kind == "CompoundAssignOperator"; }

bool is_real(std::string_view type) { return type == "double" || type == "float"; }

/// Bits of a value of an integer type on x86-64; 0: not an integer.
unsigned width_of(std::string_view type) {
  if (is_bool(type)) return 1;
  constexpr std::array<std::pair<std::string_view, unsigned>, 8> kWidths = {{{"char", 8},
                                                                             {"signed char", 8},
                                                                             {"short", 16},
                                                                             {"int", 32},
                                                                             {"long", 64},
                                                                             {"long long", 64},
                                                                             {"wchar_t", 32},
                                                                             {"__int128", 128}}};
  if (is_unsigned(type)) type.remove_prefix(std::string_view("unsigned ").size());
  for (const auto& [name, width] : kWidths)
    if (type == name) return width;
  return 0;
}

/// Whether a conversion between arithmetic types may change the value; rounding to `float` does not count.
bool changes_values(std::string_view from, std::string_view to) {
  if (is_real(from)) return !is_real(to);
  const unsigned before = width_of(from), after = width_of(to);
  if (before == 0 || after == 0 || is_bool(from)) return false;
  const bool from_unsigned = is_unsigned(from), to_unsigned = is_unsigned(to) || is_bool(to);
  if (from_unsigned == to_unsigned) return after < before;
  return to_unsigned || after <= before;
}

/// The operators' names in causes: operators that an analyzer computes in the same way have one name.
std::string name_of(const CNode& node) {
  constexpr std::array<std::string_view, 4> kSums = {"+", "-", "+=", "-="};
  const std::string& opcode = node.opcode;
  if (is_step(node)) return "++/--";
  if (node.kind == "UnaryOperator") return opcode == "!" ? "!" : "unary " + opcode;
  if (is_in(kSums, opcode)) return "+/-";
  if (is_compound_assignment(node)) return "compound assignment";
  if (is_comparison(opcode)) return "comparison";
  return operation_of(node);
}

/// The result of unsigned arithmetic wraps around, and that of signed arithmetic does not: two kinds of computation.
bool may_wrap(const CNode& node) {
  constexpr std::array<std::string_view, 7> kWrapping = {"+", "-", "+=", "-=", "*", "<<", "*="};
  return is_step(node) || is_in(kWrapping, node.opcode);
}

/// The name with the class of values for which the operation is a computation of its own.
std::string on_type(const std::string& operation, const CNode& node) {
  if (is_compound_assignment(node) && is_bool(node.type)) return operation + " on bool";
  return operation + (may_wrap(node) && is_unsigned(node.type) ? " on unsigned" : "");
}

/// True for `bool`, which does not wrap around, and for `char`, whose sign depends on the platform.
bool converts_in_its_own_way(std::string_view type) { return is_bool(type) || type == "char"; }

/// A cast, an assignment, an initialization or an argument with the class of the type that it converts to.
std::string conversion_to(std::string_view type) {
  if (!converts_in_its_own_way(type)) return "conversion";
  return is_bool(type) ? "conversion to bool" : "conversion to char";
}

class OriginFinder {
 public:
  explicit OriginFinder(const CTree& tree) : tree_(tree) {}

  std::string of_fact(const Fact& fact) {
    const std::size_t at = tree_.offset(fact.place.line, fact.place.column);
    if (fact.subject.kind == Subject::Kind::Variable) return of_variable_fact(fact, at);
    const std::size_t node = at == CTree::kNone ? at : tree_.expression_at(at);
    return node == CTree::kNone ? "" : of_expression(node);
  }

 private:
  std::string of_variable_fact(const Fact& fact, std::size_t at) {
    const std::size_t statement = at == CTree::kNone ? at : statement_to_check(tree_, at);
    if (statement == CTree::kNone) return "";
    const std::size_t declared = variable_at(tree_, statement, fact.subject.text);
    return declared == CTree::kNone ? "" : of_variable(declared, statement);
  }

  /// The origin of an expression's value: the expression's own operation, unless that is computed exactly.
  std::string of_expression(std::size_t index) {
    index = bare(index);
    const CNode& node = tree_.node(index);
    if (node.kind == "DeclRefExpr") {
      const std::size_t declared = declaration(node.referenced_id);
      return declared == CTree::kNone ? "variable" : of_variable(declared, index);
    }
    const std::optional<std::size_t> operand = passed_on(node);
    std::string from = operand && ++steps_ < kMaxSteps ? of_operand(*operand) : "";
    return from.empty() ? of_operation(node) : from;
  }

  [[nodiscard]] static std::string of_operation(const CNode& node) {
    const bool converts = node.kind == "CStyleCastExpr" || is_assignment(node);
    return converts && converts_in_its_own_way(node.type) ? conversion_to(node.type) : on_type(name_of(node), node);
  }

  /// The operand whose wrong value makes this expression's value wrong; nullopt: the operation itself may be computed
  /// in a wrong way.
  [[nodiscard]] std::optional<std::size_t> passed_on(const CNode& node) const {
    const bool sum = node.kind == "BinaryOperator" && (node.opcode == "+" || node.opcode == "-");
    const bool compares = is_comparison(node.opcode);
    if (is_assignment(node) || node.kind == "CStyleCastExpr") {
      const std::size_t right = node.children.back();
      return changes_values(type_before(right), node.type) ? std::nullopt : std::optional(right);
    }
    if (node.kind == "UnaryOperator" && (node.opcode == "!" || node.opcode == "+")) return node.children.front();
    if ((!sum || is_unsigned(node.type)) && !compares) return std::nullopt;
    return only_operand(node, compares);
  }

  /// The operand beside a constant, if it is not converted; for `constant - operand`, none.
  [[nodiscard]] std::optional<std::size_t> only_operand(const CNode& node, bool either) const {
    if (node.children.size() != 2) return std::nullopt;
    const std::size_t left = node.children.front(), right = node.children.back();
    std::optional<std::size_t> found;
    if (is_constant(right)) found = left;
    if (is_constant(left) && !is_constant(right) && (either || node.opcode == "+")) found = right;
    if (found && (is_constant(*found) || changes_values(type_before(*found), tree_.node(*found).type))) return {};
    return found;
  }

  /// As `of_expression`, but empty for operands that cannot be followed: constants, parameters, calls.
  std::string of_operand(std::size_t index) {
    const CNode& node = tree_.node(bare(index));
    if (is_constant(index)) return "";
    if (node.kind != "DeclRefExpr") return of_expression(index);
    const std::size_t declared = declaration(node.referenced_id);
    if (declared == CTree::kNone) return "";
    const std::optional<std::size_t> change = last_change(tree_.node(declared), bare(index));
    return change ? of_change(*change, tree_.node(declared)) : "";
  }

  std::string of_variable(std::size_t declared, std::size_t from) {
    const CNode& variable = tree_.node(declared);
    if (const std::optional<std::size_t> change = last_change(variable, from)) return of_change(*change, variable);
    return variable.kind == "ParmVarDecl" ? conversion_to(variable.type) : "variable";
  }

  /// The origin of a variable's value after a statement or a condition.
  std::string of_change(std::size_t index, const CNode& variable) {
    const CNode& node = tree_.node(index);
    if (node.kind == "VarDecl" || is_assignment(node)) {
      const std::size_t right = node.children.back();
      const bool exact = !changes_values(type_before(right), variable.type) || fits(right, variable.type);
      std::string from = exact && ++steps_ < kMaxSteps ? of_operand(right) : "";
      return from.empty() ? conversion_to(variable.type) : from;
    }
    if (is_step(node) || is_compound_assignment(node)) return on_type(name_of(node), node);
    const CNode& condition = tree_.node(bare(index));
    if (condition.kind == "DeclRefExpr") return "condition";
    return name_of(condition) + (is_bool(variable.type) ? " on bool" : "") + " as condition";
  }

  /// The last assignment to the variable, or condition on it, before `from` is evaluated.
  [[nodiscard]] std::optional<std::size_t> last_change(const CNode& variable, std::size_t from) const {
    for (std::size_t child = from; child != 0; child = tree_.node(child).parent) {
      const std::size_t parent = tree_.node(child).parent;
      const CNode& around = tree_.node(parent);
      if (is_function(around)) break;
      const auto end = std::find(around.children.begin(), around.children.end(), child);
      for (auto at = end; at != around.children.begin();) {
        --at;
        const bool is_condition = decides(around, *at);
        if (std::optional<std::size_t> found = change_in(*at, variable)) return found;
        if (is_condition && mentions(*at, variable.id)) return *at;
      }
    }
    return std::nullopt;
  }

  /// Whether the result of a part decides which later parts of the node are evaluated.
  [[nodiscard]] static bool decides(const CNode& around, std::size_t part) {
    constexpr std::array<std::string_view, 5> kBranches = {"IfStmt", "WhileStmt", "ForStmt", "SwitchStmt",
                                                           "ConditionalOperator"};
    if (around.opcode == "&&" || around.opcode == "||") return true;
    return is_in(kBranches, around.kind) && part != around.children.back();
  }

  /// The last change of a variable inside a node.
  [[nodiscard]] std::optional<std::size_t> change_in(std::size_t index, const CNode& variable) const {
    const CNode& node = tree_.node(index);
    if (node.kind == "VarDecl" && node.id == variable.id && !node.children.empty()) return index;
    const bool writes = is_assignment(node) || is_compound_assignment(node) || is_step(node);
    if (writes && tree_.node(bare(node.children.front())).referenced_id == variable.id) return index;
    for (auto at = node.children.rbegin(); at != node.children.rend(); ++at) {
      if (std::optional<std::size_t> found = change_in(*at, variable)) return found;
      const bool branch = node.kind == "IfStmt" || node.kind == "WhileStmt" || node.kind == "ForStmt";
      if (branch && decides(node, *at) && mentions(*at, variable.id)) return *at;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool mentions(std::size_t index, std::uint64_t variable) const {
    const CNode& node = tree_.node(index);
    if (node.kind == "DeclRefExpr" && node.referenced_id == variable) return true;
    return std::any_of(node.children.begin(), node.children.end(),
                       [&](std::size_t child) { return mentions(child, variable); });
  }

  /// The expression without parentheses and implicit conversions.
  [[nodiscard]] std::size_t bare(std::size_t index) const {
    constexpr std::array<std::string_view, 4> kWrappers = {"ParenExpr", "ImplicitCastExpr", "ConstantExpr",
                                                           "ExprWithCleanups"};
    while (is_in(kWrappers, tree_.node(index).kind) && !tree_.node(index).children.empty())
      index = tree_.node(index).children.front();
    return index;
  }

  /// The type of an operand before implicit conversions. Comparisons have the values of `bool`.
  [[nodiscard]] std::string_view type_before(std::size_t index) const {
    const CNode& node = tree_.node(bare(index));
    if (is_comparison(node.opcode) || node.opcode == "&&" || node.opcode == "||" || node.opcode == "!") return "bool";
    return node.type;
  }

  [[nodiscard]] std::optional<Wide> constant(std::size_t index) const {
    const CNode& node = tree_.node(bare(index));
    if (node.kind == "UnaryOperator" && node.opcode == "-") {
      const std::optional<Wide> value = constant(node.children.front());
      return value ? std::optional(-*value) : std::nullopt;
    }
    if (node.kind != "IntegerLiteral") return std::nullopt;
    std::string_view text = tree_.text(node);
    return wide_from(text.substr(0, text.find_first_not_of("0123456789")));
  }
  [[nodiscard]] bool is_constant(std::size_t index) const {
    constexpr std::array<std::string_view, 3> kLiterals = {"IntegerLiteral", "CharacterLiteral",
                                                           "UnaryExprOrTypeTraitExpr"};
    return constant(index) || is_in(kLiterals, tree_.node(bare(index)).kind);
  }
  /// Whether an operand is a constant that the type holds.
  [[nodiscard]] bool fits(std::size_t index, std::string_view type) const {
    const std::optional<Wide> value = constant(index);
    if (!value) return false;
    const bool has_sign = !is_unsigned(type) && !is_bool(type);
    const unsigned bits = width_of(type) - (has_sign ? 1 : 0);
    return *value >= (has_sign ? -(Wide{1} << bits) : Wide{0}) && *value < (Wide{1} << bits);
  }

  [[nodiscard]] std::size_t declaration(std::uint64_t id) const {
    const std::vector<CNode>& nodes = tree_.nodes();
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const CNode& node) {
      return node.id == id && (node.kind == "VarDecl" || node.kind == "ParmVarDecl");
    });
    return found == nodes.end() ? CTree::kNone : static_cast<std::size_t>(found - nodes.begin());
  }

  const CTree& tree_;
  unsigned steps_ = 0;
};

/// The kind of claim: one value, excluded values, or a relation to another expression.
std::string claim_of(const Fact& fact, const std::string& origin) {
  if (fact.subject.measure != Subject::Measure::Value) return "size";
  const Property& property = fact.property;
  if (std::holds_alternative<Relation>(property) || std::holds_alternative<Aliasing>(property)) return "relation";
  // A value with a wrong conversion to bool is one cause in any form of claim.
  if (origin == conversion_to("bool")) return "value";
  const auto* set = std::get_if<ValueSet>(&property);
  const bool single = set != nullptr && !set->excluded && set->values.size() == 1;
  return single || std::holds_alternative<Truth>(property) ? "value" : "bound";
}

}  // namespace

std::string origin_of_value(const CTree& tree, const Fact& fact) { return OriginFinder(tree).of_fact(fact); }

std::string cause_in_source(const CTree& tree, const Fact& fact) {
  const std::string origin = origin_of_value(tree, fact);
  return origin.empty() ? origin : claim_of(fact, origin) + " of " + origin;
}

}  // namespace assay::analyzer
