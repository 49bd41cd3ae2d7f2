#include "analyzer/check/source/c_instrument.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "analyzer/check/source/c_condition.hpp"
#include "analyzer/check/tree/c_calls.hpp"
#include "analyzer/check/tree/c_scope.hpp"
#include "analyzer/fact/real_range.hpp"

namespace assay::analyzer {
namespace {

using Index = std::size_t;

/// Maximum number of facts about one value in one ASSAY_JUDGE.
constexpr Index kMaxTogether = 32;

/// The outermost node that is `node` in parentheses.
Index outer_of(const CTree& tree, Index node) {
  Index parent = tree.node(node).parent;
  while (tree.node(parent).kind == "ParenExpr") parent = tree.node(parent).parent;
  return parent;
}

/// Why a check cannot stand at the node in C++, or would change the program; empty: it can.
std::string why_not_understood(const CTree& tree, Index node) {
  constexpr std::pair<std::string_view, std::string_view> kPlaces[] = {
      {"LambdaExpr", "in a lambda"},
      {"CXXNoexceptExpr", "not evaluated there"},
      {"CXXTypeidExpr", "not evaluated there"},
      {"ParmVarDecl", "a constant is wanted there"},
      {"CXXConstructorDecl", "in a constructor"},
      {"CXXDestructorDecl", "in a destructor"},
      {"FunctionTemplateDecl", "in a template"},
      {"ClassTemplateDecl", "in a template"},
      {"ClassTemplateSpecializationDecl", "in a template"},
      {"ClassTemplatePartialSpecializationDecl", "in a template"},
      {"VarTemplateDecl", "in a template"},
  };
  for (Index at = node; at != 0; at = tree.node(at).parent) {
    const CNode& one = tree.node(at);
    for (const auto& [kind, reason] : kPlaces)
      if (one.kind == kind) return std::string(reason);
  }
  for (Index at = node; at != 0; at = tree.node(at).parent) {
    const CNode& one = tree.node(at);
    const CNode& parent = tree.node(one.parent);
    if (one.is_const && (one.kind == "VarDecl" || is_function(one))) return "a constant is wanted there";
    if (parent.kind == "CXXForRangeStmt" && parent.children.back() != at) return "in the head of a range-based for";
  }
  return "";
}

/// Whether the expression's value lives no longer than the expression, or the end of a temporary has effects. A check
/// would end the temporary earlier.
bool needs_temporaries(const CTree& tree, Index node, bool pointer) {
  const CNode& one = tree.node(node);
  const bool made = one.kind == "CXXBindTemporaryExpr" || one.kind == "MaterializeTemporaryExpr";
  if (made && (pointer || (one.kind == "CXXBindTemporaryExpr" && !one.type.starts_with("std::")))) return true;
  return std::any_of(one.children.begin(), one.children.end(),
                     [&](Index child) { return needs_temporaries(tree, child, pointer); });
}

/// Why the node is not evaluated when the program runs; empty: it is.
std::string why_not_evaluated(const CTree& tree, Index node) {
  for (Index at = node; at != 0; at = tree.node(at).parent) {
    const CNode& one = tree.node(at);
    if (one.kind == "ConstantExpr" || one.kind == "EnumConstantDecl" || one.kind == "FieldDecl" ||
        one.kind == "StaticAssertDecl")
      return "a constant is wanted there";
    if (one.kind == "UnaryExprOrTypeTraitExpr") return at == node ? "" : "not evaluated there";
    if (one.kind == "VarDecl" && (one.is_static || tree.node(one.parent).kind == "TranslationUnitDecl"))
      return "a constant is wanted there";
    if (is_function(one)) return tree.is_cpp() ? why_not_understood(tree, node) : "";
  }
  const std::string why = tree.is_cpp() ? why_not_understood(tree, node) : "";
  return why.empty() ? "outside of functions" : why;
}

/// Whether values of the type can have the property.
bool has_type_of(const Property& property, std::string_view type) {
  return real_range(property) ? is_real_type(type) : is_number_type(type);
}

/// Whether a class's own assignment operator writes to the operand.
bool is_assigned(const CTree& tree, Index node) {
  const CNode& outer = tree.node(outer_of(tree, node));
  if (outer.kind != "CXXOperatorCallExpr" || outer.children.size() < 2) return false;
  Index target = outer.children[1];
  while (tree.node(target).kind == "ParenExpr") target = tree.first_child(target);
  Index callee = outer.children.front();
  while (tree.node(callee).kind == "ImplicitCastExpr") callee = tree.first_child(callee);
  return target == node && tree.node(callee).referenced == "operator=";
}

/// The declaration of assay_wide for the value assay_v: a number, an address, or the bits of a floating-point number as
/// a double.
std::string wide_of(std::string_view type) {
  if (is_real_type(type))
    return "const double assay_v_real = assay_v; unsigned long long assay_v_bits; "
           "__builtin_memcpy(&assay_v_bits, &assay_v_real, sizeof assay_v_bits); "
           "const __int128 assay_wide = assay_v_bits; ";
  return is_pointer_type(type) ? "const __int128 assay_wide = (__int128)(unsigned long)assay_v; "
                               : "const __int128 assay_wide = (__int128)assay_v; ";
}

/// A fact, by its position in the given list, and the C condition that must hold.
struct FactCondition {
  Index fact = 0;
  std::string condition;
};
/// The facts about one value, by their measure.
using ValueChecks = std::map<Subject::Measure, std::vector<FactCondition>>;

class Instrumenter {
 public:
  Instrumenter(const CTree& tree, Index facts, Index first_slot) : tree_(tree), next_slot_(first_slot), slots_(facts) {}

  /// The slot of each fact. Valid after text().
  std::vector<std::optional<CheckSlot>> take_slots() { return std::move(slots_); }

  /// Adds a fact; `number` is its position in the list. Returns why it has no check.
  std::string add(const Fact& fact, Index number) {
    if (fact.mode == Fact::Mode::May) return "may";
    switch (fact.subject.kind) {
      case Subject::Kind::Expression: return at_expression(fact, number);
      case Subject::Kind::Point:
      case Subject::Kind::Variable: return at_statement(fact, number);
      default: return "no check for this kind of subject in C";
    }
  }

  std::string text() {
    // The text to insert at one offset: first the ends of expressions, inner ones first; then checks of statements;
    // then the beginnings of expressions, outer ones first.
    std::map<std::size_t, std::pair<std::string, std::string>> inserts;
    for (const auto& [node, checks] : expressions_) {
      const CNode& one = tree_.node(node);
      std::string& closing = inserts[one.end].first;
      if (is_container_type(one.type)) {
        closing.insert(0,
                       "); const __int128 assay_wide = (__int128)assay_c->size(); " + judge(checks) + "assay_c; }))");
        inserts[one.begin].second += "(*({ auto* assay_c = __builtin_addressof(";
        continue;
      }
      closing.insert(
          0, std::string(one.bit_field ? ") + 0; " : "); ") + wide_of(one.type) + judge(checks) + "assay_v; })");
      inserts[one.begin].second += "({ " + any_type() + " assay_v = (";
    }
    for (const auto& [where, checks] : statements_) {
      const auto& [offset, variable, type] = where;
      const std::string value = variable.empty() ? "const __int128 assay_wide = 0; "
                                                 : any_type() + " assay_v = " + variable + "; " + wide_of(type);
      inserts[offset].second.insert(0, "{ " + value + judge(checks) + "} ");
    }
    std::string made;
    std::size_t done = 0;
    for (const auto& [offset, pieces] : inserts) {
      made.append(tree_.source(), done, offset - done);
      made += pieces.first + pieces.second;
      done = offset;
    }
    made.append(tree_.source(), done, std::string::npos);
    return made;
  }

 private:
  [[nodiscard]] std::string any_type() const { return tree_.is_cpp() ? "auto" : "__auto_type"; }

  std::string at_expression(const Fact& fact, Index number) {
    const std::size_t offset = tree_.offset(fact.place.line, fact.place.column);
    if (offset == CTree::kNone) return "no such place";
    std::string why;
    const bool size = fact.subject.measure == Subject::Measure::ContainerSize;
    const bool real = real_range(fact.property).has_value();
    const Index node = size ? checkable_container(offset, why) : checkable_expression(tree_, offset, why, real);
    if (node == CTree::kNone) return why;
    const bool never = std::holds_alternative<Unreachable>(fact.property);
    const std::optional<std::string> condition = never ? "0" : c_condition(fact.property);
    if (!never) {
      if (const auto* relation = std::get_if<Relation>(&fact.property); relation != nullptr) {
        // Analyzers do not say whether the relation holds before or after the assignment.
        if (has_effects(node)) return "a relation to what the expression may change";
        if (!is_visible(relation->expression, node)) return "the other expression cannot be evaluated there";
      }
      if (const char* objects = why_no_objects(fact.property, node); objects != nullptr) return objects;
      if (fact.subject.measure == Subject::Measure::TripCount) return "no check for this measure in C";
      if (!condition) return "no check for this property in C";
    }
    expressions_[node][never ? Subject::Measure::Value : fact.subject.measure].push_back({number, *condition});
    return {};
  }

  /// The container that the expression names. The check reads its size, and passes the container on.
  Index checkable_container(std::size_t offset, std::string& why) const {
    Index node = tree_.expression_at(offset);
    if (node == CTree::kNone) {
      why = "no expression there";
      return node;
    }
    const CNode& one = tree_.node(node);
    if ((one.kind != "DeclRefExpr" && one.kind != "MemberExpr") || !is_container_type(one.type)) {
      why = "no container that has a name";
    } else if (is_assigned(tree_, node)) {
      why = "not read there";
    } else {
      why = why_not_evaluated(tree_, node);
    }
    return why.empty() ? node : CTree::kNone;
  }

  /// The text that judges the facts; it uses assay_v and assay_wide of the surrounding text.
  std::string judge(const ValueChecks& checks) {
    std::string text;
    for (const auto& [measure, judged] : checks) {
      const bool length = measure == Subject::Measure::StringLength;
      if (length) text += "{ const __int128 assay_wide = (__int128)__builtin_strlen((const char*)assay_v); ";
      for (Index first = 0; first < judged.size(); first += kMaxTogether) {
        std::string broken;
        const Index counter = next_slot_;
        for (Index bit = 0; bit < kMaxTogether && first + bit < judged.size(); ++bit) {
          const FactCondition& one = judged[first + bit];
          slots_[one.fact] = CheckSlot{counter, next_slot_++};
          broken += (bit == 0 ? "!(" : " | (unsigned)!(") + one.condition + ")";
          if (bit != 0) broken += " << " + std::to_string(bit);
        }
        text += "ASSAY_JUDGE(" + std::to_string(counter) + ", " + broken + "); ";
      }
      if (length) text += "} ";
    }
    return text;
  }

  /// Adds a check before or after the statement that begins at or contains the place (see statement_to_check).
  std::string at_statement(const Fact& fact, Index number) {
    const std::size_t offset = tree_.offset(fact.place.line, std::max(1U, fact.place.column));
    if (offset == CTree::kNone) return "no such place";
    const Index node = statement_to_check(tree_, tree_.skip_space(offset));
    if (node == CTree::kNone) return "no statement there";
    if (!why_not_evaluated(tree_, node).empty()) return "outside of functions";
    const bool after = fact.place.when == Place::When::After;
    const bool never = std::holds_alternative<Unreachable>(fact.property);
    const std::optional<std::string> condition = never ? "0" : c_condition(fact.property);
    std::string type;
    if (!never) {
      if (!condition || fact.subject.text.empty()) return "no check for this property in C";
      const Index variable = variable_at(tree_, node, fact.subject.text);
      if (variable == CTree::kNone || !has_type_of(fact.property, tree_.node(variable).type))
        return "the variable cannot be read there";
      type = tree_.node(variable).type;
      if (const auto* relation = std::get_if<Relation>(&fact.property);
          relation != nullptr && !is_visible(relation->expression, node))
        return "the other expression cannot be evaluated there";
      if (const char* objects = why_no_objects(fact.property, node); objects != nullptr) return objects;
    }
    const CNode& statement = tree_.node(node);
    std::size_t at = statement.begin;
    if (after) {
      at = tree_.skip_space(statement.end);
      if (at >= tree_.source().size() || tree_.source()[at] != ';') return "no statement there";
      ++at;
    }
    statements_[{at, never ? "" : fact.subject.text, type}][never ? Subject::Measure::Value : fact.subject.measure]
        .push_back({number, *condition});
    return {};
  }

  /// Whether the node's evaluation may change variables.
  bool has_effects(Index node) const {
    const CNode& one = tree_.node(node);
    const bool changes = one.kind == "CallExpr" || one.kind.starts_with("CXX") ||
                         one.kind == "CompoundAssignOperator" || one.opcode == "=" || one.opcode == "++" ||
                         one.opcode == "--";
    return changes ||
           std::any_of(one.children.begin(), one.children.end(), [&](Index child) { return has_effects(child); });
  }

  /// Why the objects of a pointer's property cannot be named at the node; nullptr: they can. If several objects have
  /// the same name, analyzers do not say which one they mean, so names must be unique in the file.
  const char* why_no_objects(const Property& property, Index node) const {
    const bool alias = std::holds_alternative<Aliasing>(property);
    const std::vector<std::string> objects = named_objects(property);
    if (objects.empty()) return nullptr;
    if (tree_.is_cpp() || (alias && has_effects(node))) return "a relation to what the expression may change";
    for (const std::string& name : objects) {
      Index found = CTree::kNone;
      for (Index i = 1; i < tree_.nodes().size(); ++i) {
        const CNode& one = tree_.node(i);
        if (one.name != name || (one.kind != "VarDecl" && one.kind != "ParmVarDecl")) continue;
        if (found != CTree::kNone) return "another object has the same name";
        found = i;
      }
      if (found == CTree::kNone || tree_.node(found).in_macro || !is_around(found, node))
        return "the object cannot be named there";
      // The pointer may point to the variable of another call.
      if (!alias && tree_.node(found).parent != 0 && !tree_.node(found).is_static && recursive())
        return "of a function that may call itself";
      if (alias && !is_pointer_type(tree_.node(found).type)) return "no check for this property in C";
    }
    return nullptr;
  }

  bool recursive() const {
    if (!recursive_) recursive_ = may_be_recursive(tree_);
    return *recursive_;
  }

  /// Whether a name has only one meaning in the whole function, and its declaration precedes and encloses the node; or
  /// whether it is global.
  bool is_visible(std::string_view name, Index node) const {
    Index function = node;
    while (function != 0 && !is_function(tree_.node(function))) function = tree_.node(function).parent;
    Index found = CTree::kNone;
    for (Index i = 1; i < tree_.nodes().size(); ++i) {
      const CNode& one = tree_.node(i);
      // A member may hide the name.
      if (one.name == name && one.kind == "FieldDecl" && tree_.is_cpp()) return false;
      if (one.name != name || (one.kind != "VarDecl" && one.kind != "ParmVarDecl")) continue;
      const bool global = one.parent == 0;
      const bool here = one.begin >= tree_.node(function).begin && one.end <= tree_.node(function).end;
      if (!global && !here) continue;
      if (found != CTree::kNone || one.in_macro) return false;
      found = i;
    }
    return found != CTree::kNone && is_number_type(tree_.node(found).type) && is_around(found, node);
  }

  /// Whether a declaration precedes the node, in an enclosing block or outside of functions.
  bool is_around(Index declaration, Index node) const {
    if (tree_.node(declaration).end > tree_.node(node).begin) return false;
    Index scope = tree_.node(declaration).parent;
    if (tree_.node(scope).kind == "DeclStmt") scope = tree_.node(scope).parent;
    const CNode& around = tree_.node(scope);
    return scope == 0 || (around.begin <= tree_.node(node).begin && around.end >= tree_.node(node).end);
  }

  const CTree& tree_;
  mutable std::optional<bool> recursive_;  ///< nullopt: not computed yet
  /// Outer expressions have lower numbers than the expressions inside of them.
  std::map<Index, ValueChecks> expressions_;
  /// By place, variable and its type; an empty variable: a point.
  std::map<std::tuple<std::size_t, std::string, std::string>, ValueChecks> statements_;
  Index next_slot_;
  std::vector<std::optional<CheckSlot>> slots_;
};

}  // namespace

std::size_t checkable_expression(const CTree& tree, std::size_t offset, std::string& why, bool real) {
  const Index node = tree.expression_at(offset);
  if (node == CTree::kNone) {
    why = "no expression there";
    return node;
  }
  const CNode& one = tree.node(node);
  const CNode& outer = tree.node(outer_of(tree, node));
  if (one.type == "void") {
    why = "no value";
  } else if (!real && is_floating_type(one.type)) {
    why = "floating point";
  } else if (real ? !is_real_type(one.type) : !is_number_type(one.type)) {
    why = "no number";
  } else if (one.lvalue && !(outer.kind == "ImplicitCastExpr" && outer.cast == "LValueToRValue")) {
    why = "not read there";
  } else if (tree.is_cpp() && needs_temporaries(tree, node, is_pointer_type(one.type))) {
    why = "of a temporary";
  } else {
    why = why_not_evaluated(tree, node);
  }
  return why.empty() ? node : CTree::kNone;
}

InstrumentedFile instrument(const CTree& tree, const std::vector<NumberedFact>& facts, std::size_t first_slot) {
  Instrumenter instrumenter(tree, facts.size(), first_slot);
  InstrumentedFile made;
  for (Index i = 0; i < facts.size(); ++i) made.skips.push_back(instrumenter.add(*facts[i].fact, i));
  made.text = instrumenter.text();
  made.slots = instrumenter.take_slots();
  return made;
}

}  // namespace assay::analyzer
