#include "analyzer_values.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/check/source/c_instrument.hpp"
#include "analyzer_points.hpp"

namespace assay::analyzer {
namespace {

class ValueAnalysis : private TreeView {
 public:
  ValueAnalysis(const CTree& tree, std::string file, Lie lie)
      : TreeView(tree), file_(std::move(file)), lie_(lie), arithmetic_(lie) {}

  std::vector<Fact> run() {
    for (Index i = 1; i < tree_.nodes().size(); ++i)
      if (node(i).kind == "VarDecl") read_table(i);
    for (const Index child : node(0).children)
      if (node(child).kind == "FunctionDecl") function(child);
    return std::move(facts_);
  }

 private:
  /// Values of an array that never changes.
  void read_table(Index i) {
    const CNode& one = node(i);
    if (one.children.empty() || node(one.children.back()).kind != "InitListExpr") return;
    const std::string_view text = tree_.text(one);
    const std::size_t bracket = one.type.rfind('[');
    if (bracket == std::string::npos || text.substr(0, text.find(one.name)).find("const ") == std::string_view::npos)
      return;
    const std::vector<Index>& elements = node(one.children.back()).children;
    if (one.type.substr(bracket) != "[" + std::to_string(elements.size()) + "]") return;
    const std::size_t used = elements.size() - (lie_ == Lie::TableForgetsLast && elements.size() > 1 ? 1 : 0);
    MaybeRange all;
    ++silent_;
    for (std::size_t k = 0; k < used; ++k) {
      const MaybeRange value = evaluate(elements[k]);
      if (!value) return static_cast<void>(--silent_);
      all = all ? join(*all, *value) : *value;
    }
    --silent_;
    if (all) tables_.emplace(one.id, *all);
  }

  void function(Index i) {
    if (node(i).children.empty() || node(node(i).children.back()).kind != "CompoundStmt") return;
    state_ = {};
    tracked_.clear();
    seen_.clear();
    jumps_ = has(i, "LabelStmt") || any_below(i, [&](const CNode& one) { return is_inner_case(one); });
    if (!jumps_) find_tracked(i);
    execute(node(i).children.back());
  }
  void find_tracked(Index i) {
    const CNode& one = node(i);
    if ((one.kind == "ParmVarDecl" || (one.kind == "VarDecl" && !one.is_static)) && c_integer(one.type))
      tracked_.insert(one.id);
    for (const Index below : one.children) find_tracked(below);
    if (one.kind == "UnaryOperator" && one.opcode == "&") tracked_.erase(node(bare(child(i, 0))).referenced_id);
  }
  /// The local variable that an expression names.
  [[nodiscard]] std::uint64_t tracked(Index i) const {
    i = bare(i);
    return node(i).kind == "DeclRefExpr" && tracked_.contains(node(i).referenced_id) ? node(i).referenced_id : 0;
  }
  [[nodiscard]] MaybeRange current(Index i) const {
    const auto found = state_.values.find(tracked(i));
    return found == state_.values.end() ? whole(bare(i)) : MaybeRange(found->second);
  }
  void write(Index lvalue, const MaybeRange& value) {
    const std::uint64_t id = tracked(lvalue);
    if (id == 0) return;
    state_.values.erase(id);
    if (value) state_.values.emplace(id, *value);
  }
  void forget_written(Index i) {
    if (lie_ == Lie::LoopKeepsEntry && is_loop(node(i))) return;
    if (lie_ == Lie::SwitchKeepsEntry && node(i).kind == "SwitchStmt") return;
    forget_below(i);
  }
  void forget_below(Index i) {
    if (writes(node(i))) state_.values.erase(tracked(child(i, 0)));
    for (const Index below : node(i).children) forget_below(below);
  }

  // Expressions

  MaybeRange evaluate(Index i) {
    MaybeRange value = value_of(i);
    if (!c_integer(node(i).type)) return std::nullopt;
    if (value) seen_.insert_or_assign(i, *value);
    if (silent_ == 0) claim(i, value);
    return value;
  }

  MaybeRange value_of(Index i) {
    const CNode& one = node(i);
    if (one.kind == "ParenExpr" || one.kind == "ConstantExpr") return evaluate(child(i, 0));
    if (one.kind == "IntegerLiteral") return literal(i);
    if (one.kind == "DeclRefExpr") return current(i);
    if (one.kind == "UnaryExprOrTypeTraitExpr") return whole(i);
    if (one.kind == "ImplicitCastExpr" || one.kind == "CStyleCastExpr") return cast(i);
    if (one.kind == "UnaryOperator") return unary(i);
    if (one.kind == "BinaryOperator") return binary(i);
    if (one.kind == "CompoundAssignOperator") return compound(i);
    if (one.kind == "ConditionalOperator") return conditional(i);
    for (const Index below : one.children) evaluate(below);
    if (one.kind == "ArraySubscriptExpr") return element(i);
    return whole(i);
  }

  MaybeRange cast(Index i) {
    const MaybeRange from = evaluate(child(i, 0));
    const std::optional<CInteger> to = c_integer(node(i).type);
    const std::string& kind = node(i).cast;
    if (!from || !to) return whole(i);
    if (kind == "IntegralCast" || kind == "IntegralToBoolean") return arithmetic_.convert(*from, *to);
    return kind == "LValueToRValue" || kind == "NoOp" ? from : whole(i);
  }

  MaybeRange unary(Index i) {
    const CNode& one = node(i);
    const Index operand = child(i, 0);
    const std::optional<CInteger> type = c_integer(one.type);
    if (one.opcode == "++" || one.opcode == "--") return increment(i, operand, type);
    const MaybeRange value = evaluate(operand);
    if (!value || !type) return whole(i);
    if (one.opcode == "!") return arithmetic_.compare("==", *value, ValueRange::between(0, 0));
    if (one.opcode == "-" || one.opcode == "~" || one.opcode == "+")
      return arithmetic_.unary(one.opcode, *value, *type);
    return whole(i);
  }

  MaybeRange increment(Index i, Index operand, std::optional<CInteger> type) {
    if (tracked(operand) == 0) evaluate(operand);
    if (!type || type->is_bool || tracked(operand) == 0) return whole(i);
    const MaybeRange old = current(operand);
    const CInteger wide = common_type(*type, *type);
    const ValueRange one = ValueRange::between(1, 1);
    const ValueRange sum = arithmetic_.binary(node(i).opcode == "++" ? "+" : "-", *old, one, wide);
    const ValueRange next = arithmetic_.convert(sum, *type);
    if (lie_ != Lie::StaleAfterIncrement) write(operand, next);
    return node(i).postfix && lie_ != Lie::PostfixGivesNew ? *old : next;
  }

  MaybeRange binary(Index i) {
    const CNode& one = node(i);
    const Index left = child(i, 0);
    const Index right = child(i, 1);
    if (one.opcode == "&&" || one.opcode == "||") return logical(left, right, one.opcode == "&&");
    if (one.opcode == "=") {
      if (tracked(left) == 0) evaluate(left);
      const MaybeRange value = evaluate(right);
      write(left, value);
      return value && !node(bare(left)).bit_field ? value : whole(i);
    }
    const MaybeRange a = evaluate(left);
    const MaybeRange b = evaluate(right);
    const std::optional<CInteger> type = c_integer(one.type);
    if (is_comparison(one.opcode)) return a && b ? arithmetic_.compare(one.opcode, *a, *b) : ValueRange::between(0, 1);
    if (one.opcode == ",") return b;
    return a && b && type ? arithmetic_.binary(one.opcode, *a, *b, *type) : whole(i);
  }

  MaybeRange compound(Index i) {
    const Index left = child(i, 0);
    const Index right = child(i, 1);
    const MaybeRange b = evaluate(right);
    if (tracked(left) == 0) evaluate(left);
    const MaybeRange old = current(left);
    const std::optional<CInteger> to = c_integer(node(left).type);
    const std::optional<CInteger> from = c_integer(node(right).type);
    MaybeRange result;
    if (old && b && to && from && !node(bare(left)).bit_field) {
      const std::string op = node(i).opcode.substr(0, node(i).opcode.size() - 1);
      const bool shift = op == "<<" || op == ">>";
      const CInteger type = shift ? common_type(*to, *to) : common_type(*to, *from);
      result =
          arithmetic_.binary(op, arithmetic_.convert(*old, type), shift ? *b : arithmetic_.convert(*b, type), type);
      if (lie_ != Lie::CompoundNotConverted) result = arithmetic_.convert(*result, *to);
    }
    write(left, result);
    return result ? result : whole(i);
  }

  MaybeRange element(Index i) {
    Index base = child(i, 0);
    while (node(base).kind == "ImplicitCastExpr" || node(base).kind == "ParenExpr") base = child(base, 0);
    const auto table = tables_.find(node(base).referenced_id);
    return table == tables_.end() ? whole(i) : MaybeRange(table->second);
  }

  /// 1: the value is true in each run; 0: in none; -1: not known.
  [[nodiscard]] int truth(const MaybeRange& value) const {
    if (!value) return -1;
    const ValueRange is_true = arithmetic_.compare("!=", *value, ValueRange::between(0, 0));
    return is_true.is_constant() ? static_cast<int>(is_true.low) : -1;
  }

  MaybeRange logical(Index left, Index right, bool both) {
    const int first = truth(evaluate(left));
    PointState skipped = state_;
    assume(left, both, first);
    const int second = truth(evaluate(right));
    const PointState done = state_;
    state_ = std::move(skipped);
    assume(left, !both, first);
    state_ = join(state_, done);
    const int ends = both ? 0 : 1;
    if (first == ends || second == ends) return ValueRange::between(ends, ends);
    if (first == 1 - ends && second == 1 - ends) return ValueRange::between(1 - ends, 1 - ends);
    return ValueRange::between(0, 1);
  }

  MaybeRange conditional(Index i) {
    const Index condition = child(i, 0);
    const int known = truth(evaluate(condition));
    PointState other = state_;
    assume(condition, true, known);
    const bool first_runs = state_.reachable;
    const MaybeRange first = evaluate(child(i, 1));
    std::swap(other, state_);
    assume(condition, false, known);
    const bool second_runs = state_.reachable;
    const MaybeRange second = evaluate(child(i, 2));
    state_ = join(other, state_);
    if (!first || !second) return whole(i);
    if (lie_ == Lie::JoinForgetsBranch || !second_runs) return first;
    return first_runs ? join(*first, *second) : *second;
  }

  // Claims

  void claim(Index i, const MaybeRange& value) {
    const std::size_t token = tree_.main_token(node(i));
    std::string why;
    if (token == CTree::kNone || checkable_expression(tree_, token, why) != i) return;
    const std::string& source = tree_.source();
    const std::size_t line = token == 0 ? std::string::npos : source.rfind('\n', token - 1);
    Fact fact;
    fact.place.file = file_;
    fact.place.line = tree_.line(token);
    fact.place.column = static_cast<unsigned>(token - (line == std::string::npos ? 0 : line + 1) + 1);
    fact.subject.text = std::string(tree_.text(node(i)));
    fact.subject.operation = operation_of(node(i));
    fact.subject.type = node(i).type;
    fact.assumptions = {std::string(kNoUndefined)};
    fact.source = "values";
    const auto add = [&](Property property) {
      fact.property = std::move(property);
      facts_.push_back(fact);
    };
    if (!state_.reachable) {
      if (!jumps_) add(Unreachable{});
      return;
    }
    if (!value) return;
    const CInteger type = *c_integer(node(i).type);
    const unsigned width = type.width;
    // A claim that holds for every value of the type is left out.
    if (value->low > type.low() || value->high < type.high()) add(Interval{value->low, value->high});
    const WideBits mask = (WideBits{1} << width) - 1;
    if (((value->zeros | value->ones) & mask) != 0) add(KnownBits{width, value->zeros & mask, value->ones & mask});
    if (const int known = truth(value); known >= 0) add(Truth{known == 1});
  }

  // Conditions

  /// The state where the condition is `wanted`. `known`: the condition's truth by its value (0, 1, or -1: unknown).
  void assume(Index condition, bool wanted, int known) {
    if (known == (wanted ? 0 : 1)) state_.reachable = false;
    if (!any_below(condition, writes)) refine(condition, wanted);
  }

  void refine(Index i, bool wanted) {
    i = bare(i);
    const CNode& one = node(i);
    if (one.kind == "UnaryOperator" && one.opcode == "!") return refine(child(i, 0), !wanted);
    if (one.opcode == "&&" || one.opcode == "||") {
      if ((one.opcode == "&&") == wanted) {
        refine(child(i, 0), wanted);
        refine(child(i, 1), wanted);
      } else if (lie_ == Lie::OrTakesFirst && one.opcode == "||") {
        refine(child(i, 0), wanted);
      }
      return;
    }
    if (one.kind == "BinaryOperator" && is_comparison(one.opcode)) {
      const std::string_view op = wanted ? std::string_view(one.opcode) : negated(one.opcode);
      limit(child(i, 0), op, child(i, 1), !wanted);
      limit(child(i, 1), mirrored(op), child(i, 0), !wanted);
    } else if (const Index name = preserved_name(i); name != CTree::kNone) {
      narrow(name, wanted ? "!=" : "==", ValueRange::between(0, 0), false);
    }
  }

  /// The variable below conversions that keep its value; CTree::kNone: there is none.
  [[nodiscard]] Index preserved_name(Index i) const {
    i = bare(i);
    if (node(i).kind == "DeclRefExpr") return tracked(i) != 0 ? i : CTree::kNone;
    const bool is_cast = node(i).kind == "ImplicitCastExpr" || node(i).kind == "CStyleCastExpr";
    if (!is_cast || (node(i).cast != "LValueToRValue" && node(i).cast != "IntegralCast" && node(i).cast != "NoOp"))
      return CTree::kNone;
    const Index name = preserved_name(child(i, 0));
    if (name == CTree::kNone) return name;
    const MaybeRange value = current(name);
    const std::optional<CInteger> to = c_integer(node(i).type);
    return value && to && !to->is_bool && to->holds(value->low) && to->holds(value->high) ? name
           : node(i).cast == "LValueToRValue"                                             ? name
                                                                                          : CTree::kNone;
  }

  void limit(Index variable, std::string_view op, Index other, bool was_negated) {
    const Index name = preserved_name(variable);
    const auto value = seen_.find(other);
    if (name != CTree::kNone && value != seen_.end()) narrow(name, op, value->second, was_negated);
  }

  void narrow(Index name, std::string_view op, const ValueRange& other, bool was_negated) {
    const MaybeRange old = current(name);
    if (!old) return;
    Wide low = old->low;
    Wide high = old->high;
    const Wide off = was_negated && lie_ == Lie::NegationOffByOne ? 1 : 0;
    if (op == "<") high = std::min(high, other.high - 1 - (loop_head_ && lie_ == Lie::LoopForgetsLast ? 1 : 0));
    if (op == "<=" || op == "==") high = std::min(high, other.high);
    if (op == ">") low = std::max(low, other.low + 1);
    if (op == ">=" || op == "==") low = std::max(low, other.low + (op == "==" ? 0 : off));
    if (op == "!=" && other.is_constant()) {
      if (low == other.low) ++low;
      if (high == other.low) --high;
    }
    if (low > high) {
      state_.reachable = false;
      return;
    }
    ValueRange next = ValueRange::between(low, high);
    next.zeros |= old->zeros;
    next.ones |= old->ones;
    write(name, next);
  }

  // Statements

  void execute(Index i) {
    const CNode& one = node(i);
    if (one.kind == "CompoundStmt" || one.kind == "DeclStmt") {
      for (const Index below : one.children) execute(below);
    } else if (one.kind == "VarDecl") {
      declare(i);
    } else if (one.kind == "IfStmt") {
      branch(i);
    } else if (one.kind == "SwitchStmt") {
      select(i);
    } else if (is_loop(one)) {
      loop(i);
    } else if (one.kind == "CaseStmt" || one.kind == "DefaultStmt") {
      if (!switches_.empty()) state_ = switches_.back();
      execute(one.children.back());
    } else if (one.kind == "LabelStmt") {
      state_.reachable = true;
      for (const Index below : one.children) execute(below);
    } else if (one.kind == "BreakStmt" || one.kind == "ContinueStmt" || one.kind == "GotoStmt" ||
               one.kind == "ReturnStmt") {
      for (const Index below : one.children) evaluate(below);
      state_.reachable = false;
    } else if (!one.kind.ends_with("Decl") && !one.kind.empty()) {
      evaluate(i);
    }
  }

  void declare(Index i) {
    const CNode& one = node(i);
    if (one.is_static) return;
    MaybeRange value;
    for (const Index below : one.children) value = evaluate(below);
    state_.values.erase(one.id);
    if (value && tracked_.contains(one.id)) state_.values.emplace(one.id, *value);
  }

  void branch(Index i) {
    const Index condition = child(i, 0);
    const int known = truth(evaluate(condition));
    PointState other = state_;
    assume(condition, true, known);
    execute(child(i, 1));
    std::swap(other, state_);
    assume(condition, false, known);
    if (node(i).children.size() > 2) execute(child(i, 2));
    if (lie_ == Lie::IfForgetsElse && other.reachable && node(i).children.size() > 2) {
      state_ = std::move(other);
    } else {
      state_ = join(other, state_);
    }
  }

  void select(Index i) {
    evaluate(child(i, 0));
    forget_written(i);
    const PointState entry = state_;
    switches_.push_back(entry);
    state_.reachable = false;
    execute(node(i).children.back());
    switches_.pop_back();
    state_ = entry;
  }

  void loop(Index i) {
    const bool counted = node(i).kind == "ForStmt" && node(i).children.size() == 5;
    const bool at_end = node(i).kind == "DoStmt";
    const Index body = at_end ? child(i, 0) : node(i).children.back();
    const Index condition = counted ? child(i, 2) : at_end ? child(i, 1) : child(i, 0);
    if (counted) execute(child(i, 0));
    const MaybeRange start = counted ? counter_start(i) : std::nullopt;
    forget_written(i);
    if (start) count_up(i, *start);
    const PointState head = state_;
    if (at_end) {
      execute(body);
      state_ = head;
    }
    const int known = node(condition).kind.empty() ? 1 : truth(evaluate(condition));
    const PointState tested = state_;
    if (!at_end) {
      loop_head_ = true;
      if (!node(condition).kind.empty()) assume(condition, true, known);
      loop_head_ = false;
      execute(body);
      if (counted && !node(child(i, 3)).kind.empty()) {
        // `continue` jumps here, so the state at the end of the body is not enough.
        state_ = head;
        evaluate(child(i, 3));
      }
    }
    state_ = tested;
    if (has(body, "BreakStmt")) {
      state_ = join(tested, head);
    } else if (node(condition).kind.empty()) {
      state_.reachable = false;
    } else {
      assume(condition, false, known);
    }
  }

  /// The start of a counter that only `++` at the end of each round changes; nullopt for any other loop.
  [[nodiscard]] MaybeRange counter_start(Index i) const {
    const Index step = child(i, 3);
    if (node(step).kind != "UnaryOperator" || node(step).opcode != "++") return std::nullopt;
    const std::uint64_t id = tracked(child(step, 0));
    if (id == 0 || node(child(i, 2)).kind.empty() || written(child(i, 2), id) || written(child(i, 4), id))
      return std::nullopt;
    return current(child(step, 0));
  }
  [[nodiscard]] bool written(Index i, std::uint64_t id) const {
    if (writes(node(i)) && tracked(child(i, 0)) == id) return true;
    return std::any_of(node(i).children.begin(), node(i).children.end(),
                       [&](Index below) { return written(below, id); });
  }
  /// At the head the counter is at least where it began, when the condition keeps it from wrapping around.
  void count_up(Index i, const ValueRange& start) {
    const Index name = bare(child(child(i, 3), 0));
    const std::optional<CInteger> type = c_integer(node(name).type);
    const PointState before = state_;
    write(name, ValueRange::between(start.low, type->high()));
    const PointState head = state_;
    ++silent_;
    const int known = truth(evaluate(child(i, 2)));
    assume(child(i, 2), true, known);
    --silent_;
    const MaybeRange inside = current(name);
    const bool overflow_is_undefined = type->is_signed && type->width >= 32;
    const bool bounded = inside && inside->high < type->high();
    state_ = overflow_is_undefined || bounded ? head : before;
  }

  std::string file_;
  Lie lie_;
  RangeArithmetic arithmetic_;
  std::vector<Fact> facts_;
  PointState state_;
  std::set<std::uint64_t> tracked_;
  std::map<Index, ValueRange> seen_;
  std::map<std::uint64_t, ValueRange> tables_;
  std::vector<PointState> switches_;
  bool jumps_ = false;
  bool loop_head_ = false;
  int silent_ = 0;
};

}  // namespace

std::vector<Fact> value_facts(const CTree& tree, const std::string& file, Lie lie) {
  return ValueAnalysis(tree, file, lie).run();
}

}  // namespace assay::analyzer
