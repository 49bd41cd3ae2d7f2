#include "container_sizes.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "analyzer/check/source/c_instrument.hpp"
#include "analyzer/check/tree/c_scope.hpp"
#include "analyzer_points.hpp"

namespace assay::analyzer {
namespace {

/// No bound.
constexpr Wide kAnySize = Wide{1} << 40;

struct SizeRange {
  Wide low = 0, high = kAnySize;
  [[nodiscard]] bool is_constant() const { return low == high; }
};
SizeRange join(const SizeRange& a, const SizeRange& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }
SizeRange moved(const SizeRange& a, Wide low, Wide high) {
  return {std::max<Wide>(a.low + low, 0), a.high == kAnySize ? kAnySize : std::max<Wide>(a.high + high, 0)};
}

struct SizeState {
  bool reachable = true;
  std::map<std::uint64_t, SizeRange> sizes;  ///< a container without an entry may have any size
};
SizeState join(const SizeState& a, const SizeState& b) {
  if (!a.reachable) return b;
  if (!b.reachable) return a;
  SizeState joined;
  for (const auto& [id, range] : a.sizes)
    if (const auto other = b.sizes.find(id); other != b.sizes.end())
      joined.sizes.emplace(id, join(range, other->second));
  return joined;
}

enum class Family : std::uint8_t { Sequence, Text, UniqueKeys, EqualKeys, Other };
Family family_of(std::string_view type) {
  const auto is = [&](std::string_view name) { return type.find(name) < type.find('<'); };
  if (is("basic_string_view") || is("unordered") || is("array")) return Family::Other;
  if (is("basic_string")) return Family::Text;
  if (is("multi")) return Family::EqualKeys;
  return is("set") || is("map") ? Family::UniqueKeys : Family::Sequence;
}
bool only_reads(std::string_view method) {
  constexpr std::string_view kNames[] = {"size", "length", "empty", "begin", "end",  "cbegin", "cend",
                                         "at",   "front",  "back",  "count", "find", "substr", "reverse"};
  return std::find(std::begin(kNames), std::end(kNames), method) != std::end(kNames);
}

class SizeAnalysis : private TreeView {
 public:
  SizeAnalysis(const CTree& tree, std::string file, SizeLie lie) : TreeView(tree), file_(std::move(file)), lie_(lie) {}

  std::vector<Fact> run() {
    for (const Index child : node(0).children)
      if (node(child).kind == "FunctionDecl") function(child);
    return std::move(facts_);
  }

 private:
  void function(Index i) {
    if (node(i).children.empty() || node(node(i).children.back()).kind != "CompoundStmt") return;
    if (has(i, "LabelStmt") || has(i, "SwitchStmt") || has(i, "CXXTryStmt")) return;
    state_ = {};
    tracked_.clear();
    find_tracked(i);
    drop_named_elsewhere(i);
    execute(node(i).children.back());
  }
  void find_tracked(Index i) {
    const CNode& one = node(i);
    const bool variable = one.kind == "ParmVarDecl" || (one.kind == "VarDecl" && !one.is_static);
    if (variable && is_container_type(one.type) && family_of(one.type) != Family::Other) tracked_.insert(one.id);
    for (const Index below : one.children) find_tracked(below);
  }
  /// Stops tracking containers that a reference, a pointer or a closure may change.
  void drop_named_elsewhere(Index i) {
    if (node(i).kind == "DeclRefExpr" && !is_plain_use(i)) tracked_.erase(node(i).referenced_id);
    for (const Index below : node(i).children) drop_named_elsewhere(below);
  }
  [[nodiscard]] Index above(Index i) const {
    Index at = node(i).parent;
    while (node(at).kind == "ParenExpr") at = node(at).parent;
    return at;
  }
  /// True for the object of a method call or of an operator, the range of a `for`, and other reads.
  [[nodiscard]] bool is_plain_use(Index i) const {
    for (Index at = i; at != 0; at = node(at).parent)
      if (node(at).kind == "LambdaExpr") return false;
    const Index up = above(i);
    const CNode& outer = node(up);
    if (outer.kind == "ImplicitCastExpr" && outer.cast == "NoOp") return true;
    if (outer.kind == "MemberExpr") return node(outer.parent).kind == "CXXMemberCallExpr";
    if (outer.kind == "VarDecl") return outer.name.starts_with("__range");
    return outer.kind == "CXXOperatorCallExpr" && outer.children.size() > 1 && bare(outer.children[1]) == i;
  }

  [[nodiscard]] std::uint64_t tracked(Index i) const {
    while (node(i).kind == "ImplicitCastExpr" || node(i).kind == "ParenExpr") i = child(i, 0);
    return node(i).kind == "DeclRefExpr" && tracked_.contains(node(i).referenced_id) ? node(i).referenced_id : 0;
  }
  [[nodiscard]] SizeRange current(std::uint64_t id) const {
    const auto found = state_.sizes.find(id);
    return found == state_.sizes.end() ? SizeRange{} : found->second;
  }

  // Values

  /// The expression inside of casts, parentheses and nodes that only hold a temporary value.
  [[nodiscard]] Index inner(Index i) const {
    constexpr std::string_view kKinds[] = {"ImplicitCastExpr",     "ParenExpr",
                                           "ExprWithCleanups",     "MaterializeTemporaryExpr",
                                           "CXXBindTemporaryExpr", "ConstantExpr"};
    while (node(i).children.size() == 1 &&
           std::find(std::begin(kKinds), std::end(kKinds), node(i).kind) != std::end(kKinds))
      i = child(i, 0);
    return i;
  }
  /// The container on which a method of these names is called; 0: no such call.
  [[nodiscard]] std::uint64_t asked(Index i, std::initializer_list<std::string_view> methods) const {
    i = inner(i);
    if (node(i).kind != "CXXMemberCallExpr") return 0;
    const CNode& member = node(child(i, 0));
    const bool named = std::find(methods.begin(), methods.end(), member.name) != methods.end();
    return named ? tracked(child(child(i, 0), 0)) : 0;
  }
  [[nodiscard]] std::optional<SizeRange> number(Index i) const {
    i = inner(i);
    const CNode& one = node(i);
    if (one.kind == "IntegerLiteral") {
      const MaybeRange value = literal(i);
      return value ? std::optional(SizeRange{value->low, value->high}) : std::nullopt;
    }
    if (const std::uint64_t id = asked(i, {"size", "length"}); id != 0) return current(id);
    if (one.kind != "BinaryOperator" || (one.opcode != "+" && one.opcode != "-")) return std::nullopt;
    const std::optional<SizeRange> a = number(child(i, 0));
    const std::optional<SizeRange> b = number(child(i, 1));
    if (!a || !b || !b->is_constant()) return std::nullopt;
    if (one.opcode == "+") return moved(*a, b->low, b->low);
    if (a->low < b->low) return std::nullopt;  // it may wrap around
    return moved(*a, -b->low, -b->low);
  }
  [[nodiscard]] std::optional<SizeRange> text_length(Index i) const {
    i = inner(i);
    const std::string_view text = tree_.text(node(i));
    if (node(i).kind != "StringLiteral" || text.find('\\') != std::string_view::npos || text.size() < 2)
      return std::nullopt;
    if (std::count(text.begin(), text.end(), '"') != 2) return std::nullopt;
    const auto length = static_cast<Wide>(text.size() - 2);
    return SizeRange{length, length};
  }
  [[nodiscard]] std::optional<Wide> list_length(Index i) const {
    i = inner(i);
    if (node(i).kind != "CXXStdInitializerListExpr") return std::nullopt;
    const Index list = inner(child(i, 0));
    if (node(list).kind != "InitListExpr") return std::nullopt;
    return static_cast<Wide>(node(list).children.size());
  }
  [[nodiscard]] SizeRange made_of(Wide elements, Family family) const {
    if (family != Family::UniqueKeys || lie_ == SizeLie::ListKeepsEqualKeys) return {elements, elements};
    return {std::min<Wide>(elements, 1), elements};
  }
  /// The size of a container of the type that is made from the expression, or assigned from it.
  [[nodiscard]] SizeRange size_from(Index i, const std::string& type) const {
    i = inner(i);
    const CNode& one = node(i);
    if (const std::optional<Wide> elements = list_length(i)) return made_of(*elements, family_of(type));
    if (const std::uint64_t id = tracked(i); id != 0 && one.type == type) return current(id);
    if (const auto length = text_length(i); length && family_of(type) == Family::Text) return *length;
    if (one.kind != "CXXConstructExpr" && one.kind != "CXXTemporaryObjectExpr") return {};
    std::vector<Index> arguments;
    for (const Index below : one.children)
      if (node(below).kind != "CXXDefaultArgExpr") arguments.push_back(below);
    if (arguments.empty()) return {0, 0};
    if (c_integer(node(arguments.front()).type)) return number(arguments.front()).value_or(SizeRange{});
    return arguments.size() == 1 ? size_from(arguments.front(), type) : SizeRange{};
  }

  // Expressions

  void evaluate(Index i) {
    const CNode& one = node(i);
    if (one.kind == "LambdaExpr" || one.kind.ends_with("Decl")) return;
    if (one.kind == "ConditionalOperator") return choose(i);
    if (one.kind == "BinaryOperator" && (one.opcode == "&&" || one.opcode == "||")) return both(i);
    for (const Index below : one.children) evaluate(below);
    if (one.kind == "DeclRefExpr" && tracked(i) != 0) claim(i, Subject::Measure::ContainerSize, current(tracked(i)));
    if (one.kind == "CXXMemberCallExpr") call(i);
    if (one.kind == "CXXOperatorCallExpr" && one.children.size() > 1) assign(i);
  }
  void choose(Index i) {
    evaluate(child(i, 0));
    const SizeState before = state_;
    refine(child(i, 0), true);
    evaluate(child(i, 1));
    SizeState other = std::exchange(state_, before);
    refine(child(i, 0), false);
    evaluate(child(i, 2));
    state_ = join(other, state_);
  }
  void both(Index i) {
    evaluate(child(i, 0));
    const SizeState before = state_;
    refine(child(i, 0), node(i).opcode == "&&");
    evaluate(child(i, 1));
    state_ = join(before, state_);
  }

  void call(Index i) {
    const Index member = child(i, 0);
    if (node(member).kind != "MemberExpr" || node(member).children.empty()) return;
    const Index object = child(member, 0);
    const std::uint64_t id = tracked(object);
    if (id == 0) return;
    const std::string& method = node(member).name;
    if (method == "size" || method == "length") return claim(i, Subject::Measure::Value, current(id));
    if (method == "empty") return claim_empty(i, current(id));
    if (only_reads(method)) return;
    Index named = object;
    while (node(named).kind != "DeclRefExpr") named = child(named, 0);
    state_.sizes[id] = changed(i, method, current(id), family_of(node(named).type));
  }
  [[nodiscard]] SizeRange changed(Index i, const std::string& method, const SizeRange& old, Family family) const {
    const auto starts = [&](std::string_view word) { return method.starts_with(word); };
    if (starts("push_") || starts("emplace_back") || starts("emplace_front"))
      return lie_ == SizeLie::StaleAfterPush ? old : moved(old, 1, 1);
    if (starts("pop_")) return lie_ == SizeLie::StaleAfterPop ? old : moved(old, -1, -1);
    if (method == "clear") return lie_ == SizeLie::StaleAfterClear ? old : SizeRange{0, 0};
    std::vector<Index> arguments;
    for (const Index below : node(i).children)
      if (below != child(i, 0) && node(below).kind != "CXXDefaultArgExpr") arguments.push_back(below);
    if (method == "resize" && lie_ == SizeLie::StaleAfterResize) return old;
    const bool counted = !arguments.empty() && c_integer(node(arguments.front()).type);
    if (method == "resize" || (method == "assign" && arguments.size() == 2 && counted))
      return number(arguments.front()).value_or(SizeRange{});
    if (method == "insert" || method == "emplace") return inserted(arguments, method, old, family);
    if (method == "erase") return erased(arguments, old, family);
    return {};
  }
  [[nodiscard]] SizeRange inserted(const std::vector<Index>& arguments, std::string_view method, const SizeRange& old,
                                   Family family) const {
    if (lie_ == SizeLie::StaleAfterInsert) return old;
    const SizeRange more{old.low, kAnySize};
    if (family == Family::Text || arguments.empty()) return more;
    const std::optional<Wide> list = list_length(arguments.back());
    const Wide count = list.value_or(1);
    if (family == Family::Sequence)
      return arguments.size() == 2 ? moved(old, count, count) : more;  // the first one is an iterator
    if (arguments.size() != 1 && method == "insert") return more;
    if (family == Family::EqualKeys || lie_ == SizeLie::InsertedKeyIsNew) return moved(old, count, count);
    const SizeRange grown = moved(old, 0, count);
    return {std::max<Wide>(grown.low, std::min<Wide>(count, 1)), grown.high};
  }
  [[nodiscard]] SizeRange erased(const std::vector<Index>& arguments, const SizeRange& old, Family family) const {
    if (lie_ == SizeLie::StaleAfterErase) return old;
    if (arguments.size() != 1) return {0, old.high};
    if (node(arguments.front()).type.find("terator") != std::string::npos) return moved(old, -1, -1);
    return family == Family::UniqueKeys ? moved(old, -1, 0) : SizeRange{0, old.high};
  }
  void assign(Index i) {
    const std::vector<Index>& parts = node(i).children;
    const std::uint64_t id = tracked(parts[1]);
    if (id == 0) return;
    Index callee = parts.front();
    while (node(callee).kind == "ImplicitCastExpr") callee = child(callee, 0);
    const std::string& name = node(callee).referenced;
    const bool grows = name == "operator[]" && family_of(node(bare(parts[1])).type) == Family::UniqueKeys;
    if (name == "operator=" && parts.size() == 3) {
      state_.sizes[id] = size_from(parts[2], node(bare(parts[1])).type);
    } else if (name == "operator+=" || grows) {
      state_.sizes[id] = {current(id).low, kAnySize};
    } else if (node(parts[1]).kind != "ImplicitCastExpr" && name != "operator[]") {
      state_.sizes.erase(id);
    }
  }

  // Claims

  void claim_empty(Index i, const SizeRange& size) {
    const bool may_be = size.low == 0 && lie_ == SizeLie::EmptyIfItMayBe;
    if (size.low > 0) claim(i, Subject::Measure::Value, {0, 0});
    if (size.high == 0 || may_be) claim(i, Subject::Measure::Value, {1, 1});
  }
  void claim(Index i, Subject::Measure measure, SizeRange range) {
    const std::size_t token = tree_.main_token(node(i));
    if (token == CTree::kNone || !state_.reachable) return;
    if (range.low < range.high) {
      if (lie_ == SizeLie::HighOffByOne && range.high != kAnySize) --range.high;
      if (lie_ == SizeLie::LowOffByOne) ++range.low;
    }
    if (range.low == 0 && range.high == kAnySize) return;
    const std::size_t line = token == 0 ? std::string::npos : tree_.source().rfind('\n', token - 1);
    Fact fact;
    fact.place.file = file_;
    fact.place.line = tree_.line(token);
    fact.place.column = static_cast<unsigned>(token - (line == std::string::npos ? 0 : line + 1) + 1);
    fact.subject.measure = measure;
    fact.subject.text = std::string(tree_.text(node(i)));
    fact.subject.operation = operation_of(node(i));
    fact.subject.type = node(i).type;
    fact.assumptions = {std::string(kNoUndefined)};
    fact.source = "sizes";
    fact.property = Interval{range.low, range.high == kAnySize ? std::nullopt : std::optional<Wide>(range.high)};
    facts_.push_back(std::move(fact));
  }

  // Conditions

  void refine(Index i, bool wanted) {
    i = inner(i);
    const CNode& one = node(i);
    if (one.kind == "UnaryOperator" && one.opcode == "!") return refine(child(i, 0), !wanted);
    if (one.opcode == "&&" || one.opcode == "||") {
      if ((one.opcode == "&&") != wanted) return;
      refine(child(i, 0), wanted);
      refine(child(i, 1), wanted);
    } else if (const std::uint64_t empty = asked(i, {"empty"}); empty != 0) {
      if (lie_ == SizeLie::NotEmptyIsOne && !wanted) limit(empty, "==", 1);
      limit(empty, wanted ? "==" : "!=", 0);
    } else if (const std::uint64_t some = asked(i, {"size", "length"}); some != 0) {
      limit(some, wanted ? "!=" : "==", 0);
    } else if (one.kind == "BinaryOperator" && is_comparison(one.opcode)) {
      const std::string_view op = wanted ? std::string_view(one.opcode) : negated(one.opcode);
      compare(child(i, 0), op, child(i, 1));
      compare(child(i, 1), mirrored(op), child(i, 0));
    }
  }
  void compare(Index size, std::string_view op, Index other) {
    const std::uint64_t id = asked(size, {"size", "length"});
    const std::optional<SizeRange> value = number(other);
    if (id != 0 && value && value->is_constant()) limit(id, op, value->low);
  }
  void limit(std::uint64_t id, std::string_view op, Wide value) {
    SizeRange range = current(id);
    if (op == "<" || (op == "<=" && lie_ == SizeLie::AtMostIsBelow)) range.high = std::min(range.high, value - 1);
    if (op == "<=" || op == "==") range.high = std::min(range.high, value);
    if (op == ">") range.low = std::max(range.low, value + 1);
    if (op == ">=" || op == "==") range.low = std::max(range.low, value);
    if (op == "!=" && range.low == value) ++range.low;
    if (op == "!=" && range.high == value) --range.high;
    if (range.low > range.high) state_.reachable = false;
    if (range.low <= range.high) state_.sizes[id] = range;
  }

  // Statements

  void execute(Index i) {
    const CNode& one = node(i);
    if (one.kind == "CompoundStmt" || one.kind == "DeclStmt") {
      for (const Index below : one.children) execute(below);
    } else if (one.kind == "VarDecl") {
      for (const Index below : one.children) evaluate(below);
      if (!tracked_.contains(one.id)) return;
      state_.sizes[one.id] = one.children.empty() ? SizeRange{} : size_from(one.children.back(), one.type);
    } else if (one.kind == "IfStmt") {
      branch(i);
    } else if (is_loop(one) || one.kind == "CXXForRangeStmt") {
      loop(i);
    } else if (one.kind == "BreakStmt" || one.kind == "ContinueStmt" || one.kind == "ReturnStmt") {
      for (const Index below : one.children) evaluate(below);
      state_.reachable = false;
    } else if (!one.kind.empty()) {
      evaluate(i);
    }
  }
  void branch(Index i) {
    evaluate(child(i, 0));
    const SizeState before = state_;
    refine(child(i, 0), true);
    execute(child(i, 1));
    SizeState then = std::exchange(state_, before);
    refine(child(i, 0), false);
    if (node(i).children.size() > 2) execute(child(i, 2));
    if (lie_ == SizeLie::JoinForgetsBranch && state_.reachable) return;
    state_ = join(then, state_);
  }
  /// Sizes that the loop changes are unknown at its head and after the loop.
  void loop(Index i) {
    const CNode& one = node(i);
    const bool counted = one.kind == "ForStmt" && one.children.size() == 5;
    if (counted) execute(child(i, 0));
    if (one.kind == "CXXForRangeStmt") evaluate(child(i, 1));
    if (lie_ != SizeLie::LoopKeepsEntry) forget_changed(i);
    const SizeState head = state_;
    const bool tested_first = counted || one.kind == "WhileStmt";
    const Index condition = counted ? child(i, 2) : child(i, one.kind == "DoStmt" ? 1 : 0);
    const bool tests = one.kind != "CXXForRangeStmt" && !node(condition).kind.empty();
    if (tests && tested_first) {
      evaluate(condition);
      refine(condition, true);
    }
    execute(one.kind == "DoStmt" ? child(i, 0) : one.children.back());
    state_ = head;
    if (counted) evaluate(child(i, 3));
    if (tests && !tested_first) evaluate(condition);
    state_ = head;
    if (tests && tested_first && !has(i, "BreakStmt")) refine(condition, false);
  }
  void forget_changed(Index i) {
    if (node(i).kind == "DeclRefExpr" && node(above(i)).cast != "NoOp") state_.sizes.erase(tracked(i));
    for (const Index below : node(i).children) forget_changed(below);
  }

  std::string file_;
  SizeLie lie_;
  std::vector<Fact> facts_;
  SizeState state_;
  std::set<std::uint64_t> tracked_;
};

}  // namespace

std::span<const PlantedSizeLie> planted_size_lies() {
  static constexpr PlantedSizeLie kLies[] = {
      {SizeLie::HighOffByOne, "high_off_by_one"},
      {SizeLie::LowOffByOne, "low_off_by_one"},
      {SizeLie::StaleAfterPush, "stale_after_push"},
      {SizeLie::StaleAfterPop, "stale_after_pop"},
      {SizeLie::StaleAfterClear, "stale_after_clear"},
      {SizeLie::StaleAfterInsert, "stale_after_insert"},
      {SizeLie::StaleAfterErase, "stale_after_erase"},
      {SizeLie::StaleAfterResize, "stale_after_resize"},
      {SizeLie::JoinForgetsBranch, "join_forgets_branch"},
      {SizeLie::LoopKeepsEntry, "loop_keeps_entry"},
      {SizeLie::NotEmptyIsOne, "not_empty_is_one"},
      {SizeLie::EmptyIfItMayBe, "empty_if_it_may_be"},
      {SizeLie::AtMostIsBelow, "at_most_is_below"},
      {SizeLie::ListKeepsEqualKeys, "list_keeps_equal_keys"},
      {SizeLie::InsertedKeyIsNew, "inserted_key_is_new", true},
  };
  return kLies;
}

std::vector<Fact> container_size_facts(const CTree& tree, const std::string& file, SizeLie lie) {
  return SizeAnalysis(tree, file, lie).run();
}

}  // namespace assay::analyzer
