#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_set>

#include "smt/term/subterms.hpp"
#include "smt_reduction.hpp"
#include "terms.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxProposals = 12;  // for one term
constexpr std::size_t kManyConstants = 500;
constexpr std::size_t kMaxParts = 4;  // of the constants that are replaced by their values together

/// Simple constants of the sort, proposed in addition to the value under the witness.
std::vector<TermId> simple_constants(TermStore& store, SortId sort) {
  std::vector<TermId> out;
  if (sort == store.bool_sort()) return {store.bool_constant(true), store.bool_constant(false)};
  if (store.kind(sort) == SortKind::Float) {
    const std::vector<Index> format{{store.node(sort).indices[0], {}}, {store.node(sort).indices[1], {}}};
    for (const std::string_view name : {"+zero", "NaN"})
      if (const auto special = store.apply(Operators::get().at(name), {}, format)) out.push_back(*special);
  }
  const std::optional<Value> zero = default_value(store, sort);
  const std::optional<TermId> term = zero ? make_term(store, *zero, sort) : std::nullopt;
  if (term) out.push_back(*term);
  return out;
}

bool is_leaf(const TermStore& store, TermId term) { return store.children(term).empty(); }

bool is_value(const TermStore& store, TermId term) {
  if (store.node(term).kind == TermKind::Constant) return true;
  return store.node(term).kind == TermKind::Apply && is_leaf(store, term);
}

std::vector<TermId> constants_for(Reduction& reduction, TermId term) {
  TermStore& store = reduction.store();
  std::vector<TermId> out;
  if (is_value(store, term)) return out;
  if (reduction.has_witness()) {
    const std::optional<Value> value = reduction.value_of(term);
    const std::optional<TermId> constant = value ? make_term(store, *value, store.sort_of(term)) : std::nullopt;
    if (constant) out.push_back(*constant);
  }
  for (const TermId constant : simple_constants(store, store.sort_of(term))) {
    if (std::find(out.begin(), out.end(), constant) == out.end()) out.push_back(constant);
  }
  return out;
}

/// Terms of the same sort at most two levels below, children before grandchildren.
std::vector<TermId> subterms_for(const TermStore& store, TermId term) {
  std::vector<TermId> out;
  const SortId sort = store.sort_of(term);
  const auto add = [&](TermId candidate) {
    if (store.sort_of(candidate) == sort && out.size() < kMaxProposals &&
        std::find(out.begin(), out.end(), candidate) == out.end()) {
      out.push_back(candidate);
    }
  };
  for (const TermId child : store.children(term)) add(child);
  for (const TermId child : store.children(term)) {
    for (const TermId grandchild : store.children(child)) add(grandchild);
  }
  return out;
}

/// The application without its i-th operand, for every i.
std::vector<TermId> with_one_operand_less(TermStore& store, TermId term) {
  std::vector<TermId> out;
  const std::vector<TermId> children(store.children(term).begin(), store.children(term).end());
  const std::vector<Index> indices(store.indices(term).begin(), store.indices(term).end());
  if (children.size() <= fewest_arguments(Operators::get().row(store.op(term)))) return out;
  for (std::size_t i = 0; i < children.size() && out.size() < kMaxProposals; ++i) {
    std::vector<TermId> fewer = children;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (fewer.empty()) continue;
    const std::optional<TermId> made = store.apply(store.op(term), fewer, indices);
    if (made && store.sort_of(*made) == store.sort_of(term)) out.push_back(*made);
  }
  return out;
}

std::vector<TermId> without_attributes(TermStore& store, TermId term) {
  if (store.node(term).kind == TermKind::Annotated) return {store.children(term)[0]};
  BinderInfo info = store.binder_info(term);
  if (info.attributes.empty()) return {};
  info.attributes.clear();
  const std::vector<TermId> body(store.children(term).begin(), store.children(term).begin() + 1);
  return {store.binder(info, body)};
}

std::vector<TermId> operands_for(TermStore& store, TermId term) {
  switch (store.node(term).kind) {
    case TermKind::Apply: return with_one_operand_less(store, term);
    case TermKind::Annotated:
    case TermKind::Binder: return without_attributes(store, term);
    default: return {};
  }
}

/// Defined functions that a function calls, directly or indirectly, in breadth-first order.
std::vector<FunctionId> callees_of(const TermStore& store, FunctionId function) {
  std::vector<FunctionId> found = {function};
  std::unordered_set<std::uint32_t> functions = {function.index};
  Subterms below(store, std::span<const TermId>());
  for (std::size_t next = 0; next < found.size(); ++next) {
    const Function& caller = store.node(found[next]);
    if (caller.kind != FunctionKind::Defined || !caller.body) continue;
    below.add(*caller.body);
    while (const auto term = below.next()) {
      if (store.node(*term).kind != TermKind::Call) continue;
      const FunctionId callee = store.function_of(*term);
      if (store.node(callee).kind == FunctionKind::Defined && functions.insert(callee.index).second)
        found.push_back(callee);
    }
  }
  found.erase(found.begin());
  return found;
}

/// Calls of callees with the same signature on the same arguments: the last callee in breadth-first order, then one at
/// half the distance, and so on, so that a chain of thousands of definitions takes few steps.
std::vector<TermId> calls_of_callees(TermStore& store, TermId term) {
  if (store.node(term).kind != TermKind::Call) return {};
  const FunctionId id = store.function_of(term);
  if (store.node(id).kind != FunctionKind::Defined) return {};
  const Function function = store.node(id);
  std::vector<FunctionId> callees = callees_of(store, id);
  std::erase_if(callees, [&](FunctionId callee) {
    const Function& other = store.node(callee);
    return other.parameters != function.parameters || other.result != function.result;
  });
  const std::vector<TermId> arguments(store.children(term).begin(), store.children(term).end());
  std::vector<TermId> out;
  for (std::size_t distance = callees.size(); distance > 0; distance /= 2)
    out.push_back(store.call_as(callees[distance - 1], arguments, store.sort_of(term)));
  return out;
}

/// The body of a defined function over the arguments of a call.
std::vector<TermId> body_of_call(TermStore& store, TermId term) {
  if (store.node(term).kind != TermKind::Call) return {};
  const Function& function = store.node(store.function_of(term));
  if (function.kind != FunctionKind::Defined || !function.body) return {};
  const TermId body = *function.body;
  const std::vector<BoundVariable> variables = function.variables;
  TermMap known;
  for (std::size_t i = 0; i < variables.size(); ++i)
    known.emplace(store.variable(variables[i]), store.children(term)[i]);
  const std::optional<TermId> made = rewrite(store, body, known);
  return made ? std::vector<TermId>{*made} : std::vector<TermId>{};
}

/// The replacements of the script's declared constants by their values under the witness.
std::vector<Replacement> values_of_constants(Reduction& reduction) {
  TermStore& store = reduction.store();
  std::vector<Replacement> out;
  for (const Command& command : reduction.script().commands) {
    if (command.kind != CommandKind::DeclareFunction) continue;
    for (const FunctionId function : command.functions) {
      if (!store.node(function).parameters.empty()) continue;
      const TermId constant = store.call_as(function, {}, store.node(function).result);
      const std::optional<Value> value = reduction.value_of(constant);
      const auto term = value ? make_term(store, *value, store.sort_of(constant)) : std::nullopt;
      if (term) out.push_back({constant, *term});
    }
  }
  return out;
}

}  // namespace

// A solver answers a large script and none of its halves within the limit, if what is left has more solutions to search
// through. With values in place of the constants, there is nothing to search.
bool fix_constants(Reduction& reduction) {
  if (!reduction.has_witness()) return false;
  const std::vector<Replacement> edits = values_of_constants(reduction);
  if (edits.size() < kManyConstants) return false;
  bool changed = false;
  for (std::size_t parts = 1; parts <= kMaxParts && !changed; parts *= 2) {
    for (std::size_t part = 0; part < parts; ++part) {
      const auto at = [&](std::size_t i) {
        return edits.begin() + static_cast<std::ptrdiff_t>(edits.size() * i / parts);
      };
      std::optional<Script> candidate = replaced(reduction.store(), reduction.script(), {at(part), at(part + 1)});
      changed = (candidate && reduction.attempt(std::move(*candidate))) || changed;
    }
  }
  return changed;
}

bool replace_by_constants(Reduction& reduction) {
  return offer(reduction, [&](TermId term) { return constants_for(reduction, term); });
}

bool replace_by_subterms(Reduction& reduction) {
  return offer(reduction, [&](TermId term) { return subterms_for(reduction.store(), term); });
}

bool drop_operands(Reduction& reduction) {
  return offer(reduction, [&](TermId term) { return operands_for(reduction.store(), term); });
}

bool inline_definitions(Reduction& reduction) {
  return offer(reduction, [&](TermId term) {
    std::vector<TermId> proposals = calls_of_callees(reduction.store(), term);
    const std::vector<TermId> bodies = body_of_call(reduction.store(), term);
    proposals.insert(proposals.end(), bodies.begin(), bodies.end());
    return proposals;
  });
}

bool replace_by_variables(Reduction& reduction) {
  TermMap made;
  return offer(reduction, [&](TermId term) -> std::vector<TermId> {
    TermStore& store = reduction.store();
    if (is_leaf(store, term) || store.has(term, kHasVariable) || store.kind(store.sort_of(term)) == SortKind::RegLan)
      return {};
    if (const auto known = made.find(term)) return {*known};
    const std::optional<Value> value = reduction.has_witness() ? reduction.value_of(term) : std::nullopt;
    if (reduction.keep_truth() && reduction.has_witness() && !value) return {};
    const SortId sort = store.sort_of(term);
    const TermId constant = value ? reduction.fresh_constant(sort, *value) : reduction.fresh_constant(sort);
    made.emplace(term, constant);
    return {constant};
  });
}

}  // namespace assay::smt
