#include "smt/eval/inlining.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "smt/term/rebuild.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxVisited = 20'000;  ///< visited nodes for one result; a body counts each time it is unfolded
constexpr unsigned kMaxDepth = 64;           ///< of nested unfoldings
constexpr std::size_t kMaxEntries = 32;      ///< of a table

struct KnownNames {
  OperatorId and_ = at("and"), or_ = at("or"), not_ = at("not"), implies = at("=>"), ite = at("ite"), equal = at("="),
             select = at("select"), store = at("store"), to_real = at("to_real"), constant = at("const");
  static OperatorId at(std::string_view name) { return Operators::get().at(name); }
  static const KnownNames& get() {
    static const KnownNames all;
    return all;
  }
};

/// Sorts whose values are short terms.
bool has_literals(SortKind kind) {
  switch (kind) {
    case SortKind::Bool:
    case SortKind::Int:
    case SortKind::Real:
    case SortKind::RoundingMode:
    case SortKind::String:
    case SortKind::BitVector:
    case SortKind::Float: return true;
    default: return false;
  }
}

}  // namespace

std::optional<TermId> Inlining::inlined(TermId term) {
  visited_ = 0;
  const TermId result = unfolded(term, 0);
  return visited_ > kMaxVisited ? std::nullopt : std::optional(result);
}

std::optional<TermId> Inlining::inlined(TermId term, std::span<const Replacement> replacements) {
  return inlined(names_.replaced(term, replacements));
}

TermId Inlining::unfolded(TermId term, unsigned depth) {
  const auto stop = [&](TermId node) -> std::optional<TermId> {
    if (++visited_ > kMaxVisited) return node;
    return store_.has(node, kHasVariable) ? std::nullopt : literal(node);
  };
  return rebuilt(store_, term, stop,
                 [&](TermId node, std::span<const TermId> children) { return built(node, children, depth); });
}

TermId Inlining::built(TermId term, std::span<const TermId> children, unsigned depth) {
  if (visited_ > kMaxVisited) return term;
  switch (store_.node(term).kind) {
    case TermKind::Annotated: return children[0];
    case TermKind::Binder: {
      BinderInfo info = store_.binder_info(term);
      if (info.attributes.empty()) return with_children(store_, term, children);
      info.attributes.clear();
      return store_.binder(info, children.first(1));
    }
    case TermKind::Call:
    case TermKind::Apply: {
      const bool is_call = store_.node(term).kind == TermKind::Call;
      const TermId made = is_call ? call(term, children, depth) : applied(term, children, depth);
      return made == term || store_.has(made, kHasVariable) ? made : literal(made).value_or(made);
    }
    default: return with_children(store_, term, children);
  }
}

/// The value of a closed term, as a term.
std::optional<TermId> Inlining::literal(TermId closed) {
  if (!has_literals(store_.kind(store_.sort_of(closed)))) return std::nullopt;
  const std::optional<Value> value = value_of_(closed);
  return value ? make_term(store_, *value, store_.sort_of(closed)) : std::nullopt;
}

/// The term if it has the sort, or `(to_real term)` for an integer where a rational is needed. Nullopt otherwise.
std::optional<TermId> Inlining::fitted(TermId term, SortId sort) {
  if (store_.sort_of(term) == sort) return term;
  const bool converts = store_.sort_of(term) == store_.int_sort() && sort == store_.real_sort();
  return converts ? store_.apply(KnownNames::get().to_real, std::array{term}) : std::nullopt;
}

TermId Inlining::call(TermId term, std::span<const TermId> children, unsigned depth) {
  const TermId same = with_children(store_, term, children);
  if (const auto known = calls_.find(same)) return *known;
  const FunctionId id = store_.function_of(term);
  const Function function = store_.node(id);
  const SortId sort = store_.sort_of(term);
  std::optional<TermId> made;
  if (function.kind == FunctionKind::Selector || function.kind == FunctionKind::Tester) {
    made = part_of_constructor(function, children[0]);
  } else if (function.kind == FunctionKind::Defined && function.body) {
    made = body_over(function.variables, *function.body, children, sort, depth);
  } else if (const auto at = model_.functions.find(id);
             function.kind == FunctionKind::Declared && at != model_.functions.end()) {
    made = at->second.body ? body_over(at->second.variables, *at->second.body, children, sort, depth)
                           : table_over(function, at->second, children);
  }
  if (!made || store_.sort_of(*made) != sort) return same;
  calls_.emplace(same, *made);
  return *made;
}

std::optional<TermId> Inlining::body_over(std::span<const BoundVariable> variables, TermId body,
                                          std::span<const TermId> arguments, SortId sort, unsigned depth) {
  if (depth >= kMaxDepth || variables.size() != arguments.size()) return std::nullopt;
  std::vector<Replacement> replacements;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const auto argument = fitted(arguments[i], variables[i].sort);
    if (!argument) return std::nullopt;
    replacements.emplace_back(variables[i].name, *argument);
  }
  return fitted(unfolded(names_.replaced(body, replacements), depth + 1), sort);
}

/// The table as (ite (and (= x 1) ...) value ...), entry by entry.
std::optional<TermId> Inlining::table_over(const Function& function, const Interpretation& table,
                                           std::span<const TermId> arguments) {
  if (!table.fallback || table.entries.size() > kMaxEntries) return std::nullopt;
  std::optional<TermId> result = make_term(store_, *table.fallback, function.result);
  for (auto entry = table.entries.rbegin(); result && entry != table.entries.rend(); ++entry) {
    if (entry->first.size() != arguments.size()) return std::nullopt;
    std::vector<TermId> same;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const auto key = make_term(store_, entry->first[i], function.parameters[i]);
      const auto equation = key ? store_.apply(KnownNames::get().equal, std::array{arguments[i], *key}) : std::nullopt;
      if (!equation) return std::nullopt;
      same.push_back(*equation);
    }
    const auto condition = same.size() == 1 ? std::optional(same[0]) : store_.apply(KnownNames::get().and_, same);
    const auto value = make_term(store_, entry->second, function.result);
    if (!condition || !value) return std::nullopt;
    result = store_.apply(KnownNames::get().ite, std::array{*condition, *value, *result});
  }
  return result;
}

/// The result of a selector or tester whose argument is an application of a constructor.
std::optional<TermId> Inlining::part_of_constructor(const Function& function, TermId argument) {
  if (store_.node(argument).kind != TermKind::Call) return std::nullopt;
  const Function& head = store_.node(store_.function_of(argument));
  if (head.kind != FunctionKind::Constructor) return std::nullopt;
  const bool fits = head.constructor == function.constructor;
  if (function.kind == FunctionKind::Tester) return store_.bool_constant(fits);
  return fits ? std::optional(store_.children(argument)[function.field]) : std::nullopt;
}

/// (select array index) for an array that is made by stores, is constant, or is given by a function of the index.
std::optional<TermId> Inlining::selected(TermId array, TermId index, unsigned depth) {
  const KnownNames& names = KnownNames::get();
  std::vector<std::pair<TermId, TermId>> stores;
  while (store_.is(array, names.store) && store_.children(array).size() == 3) {
    stores.emplace_back(store_.children(array)[1], store_.children(array)[2]);
    array = store_.children(array)[0];
  }
  std::optional<TermId> result;
  if (store_.is(array, names.constant)) result = store_.children(array)[0];
  if (store_.node(array).kind == TermKind::Call && store_.children(array).empty()) {
    const auto at = model_.functions.find(store_.function_of(array));
    const SortNode sort = store_.node(store_.sort_of(array));
    if (at != model_.functions.end() && at->second.body && at->second.variables.size() == 1 &&
        sort.kind == SortKind::Array)
      result = body_over(at->second.variables, *at->second.body, std::array{index}, sort.arguments.back(), depth);
  }
  if (!result && stores.empty()) return std::nullopt;
  if (!result) result = store_.apply(names.select, std::array{array, index});
  for (auto entry = stores.rbegin(); result && entry != stores.rend(); ++entry) {
    const auto same = store_.apply(names.equal, std::array{entry->first, index});
    result = same ? store_.apply(names.ite, std::array{*same, entry->second, *result}) : std::nullopt;
  }
  return result;
}

std::optional<bool> Inlining::truth(TermId term) const {
  if (term == store_.bool_constant(true)) return true;
  return term == store_.bool_constant(false) ? std::optional(false) : std::nullopt;
}

TermId Inlining::applied(TermId term, std::span<const TermId> children, unsigned depth) {
  std::optional<TermId> made = connective(term, children);
  if (!made && store_.is(term, KnownNames::get().select) && children.size() == 2)
    made = selected(children[0], children[1], depth);
  return made && store_.sort_of(*made) == store_.sort_of(term) ? *made : with_children(store_, term, children);
}

/// The connective without its redundant operands. Nullopt if no operand is redundant.
std::optional<TermId> Inlining::connective(TermId term, std::span<const TermId> children) {
  const KnownNames& names = KnownNames::get();
  if (store_.is(term, names.ite)) {
    const auto condition = truth(children[0]);
    if (children[1] == children[2]) return children[1];
    return condition ? std::optional(children[*condition ? 1 : 2]) : std::nullopt;
  }
  if (store_.is(term, names.equal) && children.size() == 2 && children[0] == children[1])
    return store_.bool_constant(true);
  if (store_.is(term, names.not_)) {
    const auto inner = truth(children[0]);
    return inner ? std::optional(store_.bool_constant(!*inner)) : std::nullopt;
  }
  const bool implies = store_.is(term, names.implies);
  const bool conjunction = store_.is(term, names.and_);
  if (!implies && !conjunction && !store_.is(term, names.or_)) return std::nullopt;
  std::vector<TermId> left;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const bool last = i + 1 == children.size();
    const bool neutral = conjunction || (implies && !last);
    const auto value = truth(children[i]);
    if (value && *value != neutral) return store_.bool_constant(!conjunction);
    if (!value || (implies && last)) left.push_back(children[i]);
  }
  if (left.empty()) return store_.bool_constant(conjunction);
  if (left.size() == 1) return left[0];
  return left.size() == children.size() ? std::nullopt : store_.apply(store_.op(term), left);
}

}  // namespace assay::smt
